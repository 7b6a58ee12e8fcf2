package io.flashsale.commons.batching;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Does the work of callers in groups: a few calls at a time, each for all callers that gathered meanwhile (natural
 * batching).
 *
 * <p>There is no timer and no thread of its own. A caller that finds all lanes free goes at once, and its thread does
 * the work of its whole group: it leads, the others follow. After its call it appoints the longest waiting caller to
 * lead the next group. So a lone caller costs no hand-off between threads, and in a crowd groups grow until they keep
 * up with the crowd.
 *
 * <p>While a lane is taken, a further one opens only for a full group, or for a caller that has waited too long: few
 * large groups cost less than many small ones.
 *
 * <p>Each caller is in at most one group. A lane that hangs delays its own group, and others by their patience.
 *
 * @param <W> what callers wait with
 */
public final class NaturalBatching<W extends Waiting> {

    /** For callers that wait for their group without a limit. */
    public static final long FOREVER = Long.MAX_VALUE;

    /** What became of a caller. */
    public enum Outcome {
        /** Its group has ended. */
        SERVED,
        /** Too many wait; it was in no group. */
        NO_ROOM,
        /** It gave up; it was in no group. */
        TOO_LATE
    }

    private final int lanes;
    private final Semaphore free;
    private final int maxGroup;
    private final long patienceNanos;
    private final long maxWaitNanos;
    private final Queue<W> gathered;
    private final Consumer<List<W>> work;

    /**
     * @param lanes groups in progress at the same time
     * @param maxGroup callers in one group
     * @param patienceNanos how long a caller waits before a further lane opens for it; 0 opens one for each group
     * @param maxWaitNanos how long a caller waits for its group to begin
     * @param gathered the waiting callers; its capacity bounds their number
     * @param work sets the outcome of each caller of a group
     */
    public NaturalBatching(
            int lanes, int maxGroup, long patienceNanos, long maxWaitNanos, Queue<W> gathered, Consumer<List<W>> work) {
        this.lanes = lanes;
        this.free = new Semaphore(lanes);
        this.maxGroup = maxGroup;
        this.patienceNanos = Math.min(patienceNanos, maxWaitNanos);
        this.maxWaitNanos = maxWaitNanos;
        this.gathered = gathered;
        this.work = work;
    }

    /** Returns when this caller's group has ended, or when no group will take it. */
    public Outcome join(W own) {
        if (areAllFree() && free.tryAcquire()) {
            lead(own);
            return Outcome.SERVED;
        }
        if (!gathered.offer(own)) {
            return Outcome.NO_ROOM;
        }
        appointLeaders(); // a lane may have become free while we queued up
        if (own.await(patienceNanos) == Waiting.State.WAITING) {
            appointLeaders();
        }
        if (own.await(maxWaitNanos) == Waiting.State.WAITING && own.withdraw()) {
            gathered.remove(own);
            return Outcome.TOO_LATE;
        }
        if (own.await(FOREVER) == Waiting.State.APPOINTED) {
            lead(own);
        }
        return Outcome.SERVED;
    }

    /** Does the work of the waiting callers; the caller holds a lane, which this gives back. */
    private void lead(W own) {
        List<W> group = new ArrayList<>();
        try {
            for (W next = own; next != null; next = group.size() < maxGroup ? gathered.poll() : null) {
                if (next == own || next.take()) {
                    group.add(next);
                }
            }
            work.accept(group);
        } finally {
            group.forEach(Waiting::done);
            free.release();
            appointLeaders();
        }
    }

    /** Ensures that, while a caller waits and a lane is free for it, some thread is about to use the lane. */
    private void appointLeaders() {
        while (isLaneDue() && free.tryAcquire()) {
            W next = gathered.poll();
            if (next == null || !next.appoint()) {
                free.release();
            }
        }
    }

    private boolean isLaneDue() {
        W longest = gathered.peek();
        return longest != null
                && (areAllFree() || longest.waitedNanos() >= patienceNanos || gathered.size() >= maxGroup);
    }

    private boolean areAllFree() {
        return free.availablePermits() == lanes;
    }
}
