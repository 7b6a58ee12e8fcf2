package io.flashsale.commons.batching;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * One caller's request, and the thread that waits for its outcome. Created by that thread. Subclasses add the
 * request, and what the leader of its group sets as the outcome.
 */
public abstract class Waiting {

    enum State {
        /** No group has taken it yet. */
        WAITING,
        /** Its thread must lead the next group. */
        APPOINTED,
        /** It is in a group in flight, whose leader will set the outcome. */
        TAKEN,
        /** Its group has ended. */
        DONE,
        /** Its thread gave up before a group took it, and none will. */
        WITHDRAWN
    }

    private final Thread thread = Thread.currentThread();
    private final long since = System.nanoTime();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    public final long waitedNanos() {
        return System.nanoTime() - since;
    }

    /** Adds it to the caller's group; false if its thread has given up. */
    final boolean take() {
        return state.compareAndSet(State.WAITING, State.TAKEN);
    }

    /** Makes its thread lead the next group; false if that has given up. */
    final boolean appoint() {
        if (!state.compareAndSet(State.WAITING, State.APPOINTED)) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }

    /** Lets its thread see what the leader has set. */
    final void done() {
        state.set(State.DONE);
        LockSupport.unpark(thread);
    }

    /** Gives up; false if a group has taken it already. */
    final boolean withdraw() {
        return state.compareAndSet(State.WAITING, State.WITHDRAWN);
    }

    /**
     * Waits until this request has an outcome or must lead, or until the time is over. Once it is in flight, its thread
     * waits as long as its leader does, because nobody may report "nothing happened" while something may.
     *
     * @param nanos since its creation; an interruption ends this, too, unless it is FOREVER
     * @return APPOINTED, DONE, or WAITING when the time is over
     */
    final State await(long nanos) {
        boolean interrupted = false;
        try {
            while (true) {
                State now = state.get();
                long left = nanos - waitedNanos();
                boolean over = left <= 0 || (interrupted && nanos != NaturalBatching.FOREVER);
                if (now == State.APPOINTED || now == State.DONE || (now == State.WAITING && over)) {
                    return now;
                }
                if (now == State.TAKEN || nanos == NaturalBatching.FOREVER) {
                    LockSupport.park(this); // without a timer
                } else {
                    LockSupport.parkNanos(this, left);
                }
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
