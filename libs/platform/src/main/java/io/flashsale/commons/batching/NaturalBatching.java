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
 * <p>There is no timer and no thread of its own. A caller that finds a free lane goes at once, together with those
 * already waiting, and its thread does the work of them all: it leads the group, the others follow. After its call
 * it appoints the longest waiting caller to lead the next group. So a lone caller costs no hand-off between
 * threads, and in a crowd groups grow until they keep up with the crowd.
 *
 * <p>Each caller is in at most one group. A lane that hangs delays only its own group.
 *
 * @param <W> what callers wait with
 */
public final class NaturalBatching<W extends Waiting> {

    /** What became of a caller. */
    public enum Outcome {
        /** Its group has ended. */
        SERVED,
        /** Too many wait; it was in no group. */
        NO_ROOM,
        /** It gave up; it was in no group. */
        TOO_LATE
    }

    private final Semaphore lanes;
    private final int maxGroup;
    private final long maxWaitNanos;
    private final Queue<W> gathered;
    private final Consumer<List<W>> work;

    /**
     * @param lanes groups in progress at the same time
     * @param maxGroup callers in one group
     * @param maxWaitNanos how long a caller waits for its group to begin
     * @param gathered the waiting callers; its capacity bounds their number
     * @param work sets the outcome of each caller of a group
     */
    public NaturalBatching(int lanes, int maxGroup, long maxWaitNanos, Queue<W> gathered, Consumer<List<W>> work) {
        this.lanes = new Semaphore(lanes);
        this.maxGroup = maxGroup;
        this.maxWaitNanos = maxWaitNanos;
        this.gathered = gathered;
        this.work = work;
    }

    /** Returns when this caller's group has ended, or when no group will take it. */
    public Outcome join(W own) {
        if (lanes.tryAcquire()) {
            lead(own);
            return Outcome.SERVED;
        }
        if (!gathered.offer(own)) {
            return Outcome.NO_ROOM;
        }
        appointLeaders(); // a lane may have become free while we queued up
        Waiting.State end = own.await(maxWaitNanos);
        if (end == Waiting.State.WITHDRAWN) {
            gathered.remove(own);
            return Outcome.TOO_LATE;
        }
        if (end == Waiting.State.APPOINTED) {
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
            lanes.release();
            appointLeaders();
        }
    }

    /** Ensures that, while a caller waits and a lane is free, some thread is about to use it. */
    private void appointLeaders() {
        while (!gathered.isEmpty() && lanes.tryAcquire()) {
            W next = gathered.poll();
            if (next == null || !next.appoint()) {
                lanes.release();
            }
        }
    }
}
