package io.flashsale.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/**
 * Takes tickets that the queue has out of the outbox, many with one command: while Redis is busy with some of a shard,
 * the next ones gather. Nobody waits for it. What it cannot take out stays there, and the relay sends it again, which is
 * harmless.
 */
final class OutboxSweeper {

    private static final int MOST_AT_ONCE = 1_000;

    private final Outbox outbox;
    private final List<Shard> shards;

    OutboxSweeper(Outbox outbox) {
        this.outbox = outbox;
        this.shards = IntStream.range(0, Shards.COUNT).mapToObj(Shard::new).toList();
    }

    /** Forgets a ticket that the queue has, soon. */
    void sweep(Ticket ticket) {
        Shard shard = shards.get(Shards.of(ticket.offerId()));
        shard.dust.add(ticket);
        shard.sweep();
    }

    private final class Shard {

        private final int number;
        private final Queue<Ticket> dust = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean sweeping = new AtomicBoolean();

        Shard(int number) {
            this.number = number;
        }

        /** Whoever adds while somebody is sweeping may go: the sweeper looks again before it ends. */
        void sweep() {
            while (!dust.isEmpty() && sweeping.compareAndSet(false, true)) {
                List<Ticket> swept = takeSome();
                if (!swept.isEmpty()) {
                    var _ = outbox.forgetAsync(number, swept).whenComplete((_, _) -> {
                        sweeping.set(false);
                        sweep();
                    });
                    return;
                }
                sweeping.set(false);
            }
        }

        private List<Ticket> takeSome() {
            List<Ticket> taken = new ArrayList<>();
            for (Ticket next = dust.poll(); next != null; next = taken.size() < MOST_AT_ONCE ? dust.poll() : null) {
                taken.add(next);
            }
            return taken;
        }
    }
}
