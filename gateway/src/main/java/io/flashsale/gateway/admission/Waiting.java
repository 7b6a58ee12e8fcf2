package io.flashsale.gateway.admission;

import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.gateway.upstream.UpstreamException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One request, and the thread that waits for its answer. Made by that thread. */
final class Waiting {

    enum State {
        /** Nobody has taken it along yet. */
        WAITING,
        /** Its thread is to lead the next group. */
        APPOINTED,
        /** It is in a group that is under way; whoever leads it will say what came of it. */
        TAKEN,
        /** There is an answer, or a fault. */
        DONE,
        /** Its thread has given up before anybody took it, and nobody will. */
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

    /** Whether it goes with the caller's group; false if its thread has given up. */
    boolean take() {
        return state.compareAndSet(State.WAITING, State.TAKEN);
    }

    /** Has its thread lead the next group; false if that has given up. */
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
     * Waits until it is this request's turn. Once it is under way its answer is awaited for as long as its leader takes:
     * nobody may say that nothing happened while something may.
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

    /** What came of it; to be asked by its own thread, once it is done. */
    Answer answer() throws UpstreamException {
        if (fault != null) {
            throw fault;
        }
        return Objects.requireNonNull(answer);
    }
}
