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
 * Removes groups from the outbox that the queue has, many with one command. While Redis works on some of a shard, the
 * next ones gather. No request waits for it. What it cannot remove stays, and the relay sends it again, which is
 * harmless.
 */
final class OutboxSweeper {

    private static final int MAX_AT_ONCE = 1_000;

    private final Forgetting outbox;
    private final List<Shard> shards;

    /** As {@link ReservationOutbox#forgetAsync}. */
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

        /** A caller may return while another one sweeps: the sweeper looks again before it ends. */
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

        /** Passes every fault through the stage, as otherwise sweeping would stop for good. */
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
