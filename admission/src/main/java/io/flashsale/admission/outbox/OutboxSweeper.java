package io.flashsale.admission.outbox;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.redis.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/**
 * Takes groups that the queue has out of the outbox, many with one command: while Redis is busy with some of a
 * shard, the next ones gather. Nobody waits for it. What it cannot take out stays there, and the relay sends it again,
 * which is harmless.
 */
final class OutboxSweeper {

    private static final int MAX_AT_ONCE = 1_000;

    private final Forgetting outbox;
    private final List<Shard> shards;

    /** {@link Outbox#forgetAsync}. */
    @FunctionalInterface
    interface Forgetting {
        CompletionStage<?> forgetAsync(int shard, List<ReservationGroup> groups);
    }

    OutboxSweeper(Forgetting outbox) {
        this.outbox = outbox;
        this.shards = IntStream.range(0, Shards.COUNT).mapToObj(Shard::new).toList();
    }

    /** Forgets a group that the queue has, soon. */
    void sweep(ReservationGroup group) {
        Shard shard = shards.get(Shards.of(group.campaignId()));
        shard.pending.add(group);
        shard.sweep();
    }

    private final class Shard {

        private final int number;
        private final Queue<ReservationGroup> pending = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean sweeping = new AtomicBoolean();

        Shard(int number) {
            this.number = number;
        }

        /** Whoever adds while somebody is sweeping may go: the sweeper looks again before it ends. */
        void sweep() {
            while (!pending.isEmpty() && sweeping.compareAndSet(false, true)) {
                List<ReservationGroup> swept = takeSome();
                if (!swept.isEmpty()) {
                    var _ = forget(swept).whenComplete((_, _) -> {
                        sweeping.set(false);
                        sweep();
                    });
                    return;
                }
                sweeping.set(false);
            }
        }

        /** Every fault comes through the stage: else nobody would sweep any more. */
        private CompletionStage<?> forget(List<ReservationGroup> swept) {
            try {
                return outbox.forgetAsync(number, swept);
            } catch (RuntimeException refused) {
                return CompletableFuture.failedStage(refused);
            }
        }

        private List<ReservationGroup> takeSome() {
            List<ReservationGroup> taken = new ArrayList<>();
            for (ReservationGroup next = pending.poll();
                    next != null;
                    next = taken.size() < MAX_AT_ONCE ? pending.poll() : null) {
                taken.add(next);
            }
            return taken;
        }
    }
}
