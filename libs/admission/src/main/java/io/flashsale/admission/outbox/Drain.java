package io.flashsale.admission.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until all who were admitted before gates were closed have reached the database. Each campaign waits for its
 * own admissions only, not for others in the same outbox or in another part of the queue.
 */
public final class Drain {

    private static final Logger log = LoggerFactory.getLogger(Drain.class);

    /**
     * How long an admitted request may still be on its way after its gate closed. Needed only if Redis was lost, and
     * the outbox with it. Nothing becomes one of the {@link SavedGroups} later. What reaches Kafka later still becomes
     * an order, but the rebuilt gate's count misses its unit until the reconciliation has seen it.
     */
    public static final Duration REQUESTS_IN_FLIGHT = Duration.ofMillis(1_500);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final OutboxRelay relay;
    private final Backlog backlog;
    private final LongSupplier nanos;
    private final Sleep sleep;

    /** As {@link Thread#sleep(Duration)}. */
    @FunctionalInterface
    public interface Sleep {
        void pause(Duration length) throws InterruptedException;
    }

    public Drain(OutboxRelay relay, Backlog backlog) {
        this(relay, backlog, System::nanoTime, Thread::sleep);
    }

    /** @param nanos as {@link System#nanoTime} */
    Drain(OutboxRelay relay, Backlog backlog, LongSupplier nanos, Sleep sleep) {
        this.relay = relay;
        this.backlog = backlog;
        this.nanos = nanos;
        this.sleep = sleep;
    }

    /**
     * Waits until the campaigns are in the database, or the time is up.
     *
     * @param closed campaigns whose gates were closed just now
     * @param timeout after which the wait is given up; does not count the time that {@code drained} takes. Campaigns
     *     whose part of the queue does not answer at first are given up at once, without the others; if it falls
     *     silent later, they are waited for until the time-out
     * @param drained told which campaigns are in the database, as soon as they are; each once
     * @return whether all are in the database
     */
    public boolean await(Collection<Long> closed, Duration timeout, Consumer<Set<Long>> drained)
            throws InterruptedException {
        long end = nanos.getAsLong() + timeout.toNanos();
        Wait wait = new Wait(relay.mark(closed));
        sleep.pause(REQUESTS_IN_FLIGHT);
        do {
            Set<Long> arrived = wait.look();
            if (!arrived.isEmpty()) {
                long told = nanos.getAsLong();
                drained.accept(arrived);
                end += nanos.getAsLong() - told;
            }
        } while (!wait.isOver() && pauseUntil(end));
        return wait.isDone();
    }

    private boolean pauseUntil(long end) throws InterruptedException {
        sleep.pause(PAUSE);
        return nanos.getAsLong() - end < 0;
    }

    /** Where the campaigns are: their admissions leave the outbox first, and then the queue. */
    private final class Wait {

        private final Backlog.Mark admitted;
        private final Set<Long> inOutbox;
        private final List<Backlog.Mark> ends = new ArrayList<>();
        private final Set<Long> inQueue = new HashSet<>();
        private final Set<Long> unknown = new HashSet<>();
        private @Nullable String silence;

        Wait(Backlog.Mark admitted) {
            this.admitted = admitted;
            this.inOutbox = new HashSet<>(admitted.campaigns());
        }

        /** Finds the campaigns that have reached the database since the last look. */
        Set<Long> look() {
            Set<Long> queued = new HashSet<>(inOutbox);
            queued.removeAll(waiting(admitted));
            if (!queued.isEmpty()) {
                inOutbox.removeAll(queued);
                markEnd(queued);
            }
            Set<Long> arrived = new HashSet<>(inQueue);
            ends.forEach(end -> arrived.removeAll(waiting(end)));
            inQueue.removeAll(arrived);
            ends.removeIf(end -> end.campaigns().stream().noneMatch(inQueue::contains));
            return arrived;
        }

        /**
         * If all campaigns of a mark are in silent parts, they stay where they are; campaigns of other marks go on.
         */
        private Set<Long> waiting(Backlog.Mark mark) {
            try {
                return mark.waiting();
            } catch (ExecutionException fault) {
                silence = fault.getMessage();
                return mark.campaigns();
            }
        }

        private void markEnd(Set<Long> queued) {
            Set<Long> silent = new HashSet<>(queued);
            try {
                Backlog.Mark end = backlog.mark(queued);
                ends.add(end);
                inQueue.addAll(end.campaigns());
                silent.removeAll(end.campaigns());
            } catch (ExecutionException fault) {
                silence = fault.getMessage();
            }
            if (!silent.isEmpty()) {
                log.warn("the queue does not say whether all that it had of {} is in the database", silent);
                unknown.addAll(silent);
            }
        }

        /** Whether waiting longer would help no campaign. */
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
            if (silence != null) {
                log.warn("a part of the queue did not answer: {}", silence);
            }
            return isOver() && unknown.isEmpty();
        }
    }
}
