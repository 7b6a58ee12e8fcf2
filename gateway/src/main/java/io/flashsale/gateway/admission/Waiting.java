package io.flashsale.gateway.admission;

import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.gateway.upstream.UpstreamException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One request, and the thread that waits for its answer. Created by that thread. */
final class Waiting {

    enum State {
        /** No group has taken it yet. */
        WAITING,
        /** Its thread must lead the next group. */
        APPOINTED,
        /** It is in a group in flight, whose leader will set the outcome. */
        TAKEN,
        /** It has an answer or a fault. */
        DONE,
        /** Its thread gave up before a group took it, and none will. */
        WITHDRAWN
    }

    private final Line request;
    private final Thread thread = Thread.currentThread();
    private final long since = System.nanoTime();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private @Nullable Answer answer;
    private @Nullable UpstreamException fault;

    Waiting(Line request) {
        this.request = request;
    }

    Line request() {
        return request;
    }

    long waitedNanos() {
        return System.nanoTime() - since;
    }

    /** Adds it to the caller's group; false if its thread has given up. */
    boolean take() {
        return state.compareAndSet(State.WAITING, State.TAKEN);
    }

    /** Makes its thread lead the next group; false if that has given up. */
    boolean appoint() {
        if (!state.compareAndSet(State.WAITING, State.APPOINTED)) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }

    void complete(Answer answered) {
        answer = answered;
        done();
    }

    void fail(UpstreamException why) {
        fault = why;
        done();
    }

    private void done() {
        state.set(State.DONE);
        LockSupport.unpark(thread);
    }

    /**
     * Waits until this request has an outcome or must lead. Once it is in flight, its thread waits as long as its
     * leader does, because nobody may report "nothing happened" while something may.
     *
     * @param nanos how long to wait for its call to begin
     * @return APPOINTED, DONE or WITHDRAWN
     */
    State await(long nanos) {
        boolean interrupted = false;
        try {
            while (true) {
                State now = state.get();
                switch (now) {
                    case APPOINTED, DONE, WITHDRAWN -> {
                        return now;
                    }
                    case TAKEN -> LockSupport.park(this);
                    case WAITING -> {
                        long left = nanos - waitedNanos();
                        if (left > 0 && !interrupted) {
                            LockSupport.parkNanos(this, left);
                        } else {
                            state.compareAndSet(State.WAITING, State.WITHDRAWN);
                        }
                    }
                }
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The outcome; only for its own thread, once it is done. */
    Answer answer() throws UpstreamException {
        if (fault != null) {
            throw fault;
        }
        return Objects.requireNonNull(answer);
    }
}
