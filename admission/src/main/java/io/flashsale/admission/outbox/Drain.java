package io.flashsale.admission.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until everybody who was admitted before gates were closed has reached the database. Each campaign waits for its own
 * admissions only: what others have in the same outbox, or in another part of the queue, keeps nobody.
 */
public final class Drain {

    private static final Logger log = LoggerFactory.getLogger(Drain.class);

    /**
     * How long a request that was admitted just before its gate was closed may still be on its way to Kafka. Only needed
     * when Redis was lost and with it the outbox, which else would tell; a request that takes longer still reaches the
     * database, but its unit is missing in the rebuilt gate's count until the reconciliation has seen it.
     */
    private static final Duration REQUESTS_IN_FLIGHT = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final OutboxRelay relay;
    private final Backlog backlog;

    public Drain(OutboxRelay relay, Backlog backlog) {
        this.relay = relay;
        this.backlog = backlog;
    }

    /**
     * @param closed campaigns whose gates were closed just now
     * @param timeout after which the wait is given up; campaigns whose part of the queue does not answer are given up at once
     * @param drained told of those that are in the database, as soon as they are; each once
     * @return whether all are in the database
     */
    public boolean await(Collection<Long> closed, Duration timeout, Consumer<Set<Long>> drained)
            throws InterruptedException {
        Instant end = Instant.now().plus(timeout);
        Wait wait = new Wait(relay.mark(closed));
        Thread.sleep(REQUESTS_IN_FLIGHT);
        try {
            do {
                Set<Long> arrived = wait.look();
                if (!arrived.isEmpty()) {
                    drained.accept(arrived);
                }
            } while (!wait.isOver() && pauseUntil(end));
        } catch (ExecutionException unknown) {
            log.warn("cannot tell whether all that was queued is in the database: {}", unknown.getMessage());
            return false;
        }
        return wait.isDone();
    }

    private static boolean pauseUntil(Instant end) throws InterruptedException {
        Thread.sleep(PAUSE);
        return Instant.now().isBefore(end);
    }

    /** Where the campaigns are: their admissions leave the outbox first, and then the queue. */
    private final class Wait {

        private final Backlog.Mark admitted;
        private final Set<Long> inOutbox;
        private final List<Backlog.Mark> ends = new ArrayList<>();
        private final Set<Long> inQueue = new HashSet<>();
        private final Set<Long> unknown = new HashSet<>();

        Wait(Backlog.Mark admitted) {
            this.admitted = admitted;
            this.inOutbox = new HashSet<>(admitted.campaigns());
        }

        /** Those that have reached the database since the last look. */
        Set<Long> look() throws ExecutionException {
            Set<Long> queued = new HashSet<>(inOutbox);
            queued.removeAll(admitted.waiting());
            if (!queued.isEmpty()) {
                inOutbox.removeAll(queued);
                markEnd(queued);
            }
            Set<Long> arrived = new HashSet<>(inQueue);
            for (Backlog.Mark end : ends) {
                arrived.removeAll(end.waiting());
            }
            inQueue.removeAll(arrived);
            ends.removeIf(end -> end.campaigns().stream().noneMatch(inQueue::contains));
            return arrived;
        }

        private void markEnd(Set<Long> queued) throws ExecutionException {
            Backlog.Mark end = backlog.mark(queued);
            ends.add(end);
            inQueue.addAll(end.campaigns());
            queued.removeAll(end.campaigns());
            if (!queued.isEmpty()) {
                log.warn("the queue does not say whether all that it had of {} is in the database", queued);
                unknown.addAll(queued);
            }
        }

        /** Nobody is left whom it would help to wait. */
        boolean isOver() {
            return inOutbox.isEmpty() && inQueue.isEmpty();
        }

        boolean isDone() {
            if (!inOutbox.isEmpty()) {
                log.warn("the outbox still has entries of {} from before their gates were closed", inOutbox);
            }
            if (!inQueue.isEmpty()) {
                log.warn("not everything that was queued of {} is in the database yet", inQueue);
            }
            return isOver() && unknown.isEmpty();
        }
    }
}
