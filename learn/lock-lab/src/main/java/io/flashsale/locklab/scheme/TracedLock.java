package io.flashsale.locklab.scheme;

import io.flashsale.locklab.trace.Trace;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.time.Duration;

/** Wraps a lock to report when a client asks for it, and while the client believes that it holds it. */
public record TracedLock(LockScheme lock, String side) implements LockScheme {

    /** A lock for one at a time. */
    public static LockScheme of(LockScheme lock) {
        return new TracedLock(lock, "");
    }

    /** The side of a lock that lets several in together. */
    static LockScheme shared(LockScheme lock) {
        return new TracedLock(lock, "shared");
    }

    /** The client's belief lasts until the lock has been released, including the release itself. */
    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        Trace.note(Kind.ASKS, name, side);
        boolean[] in = {false};
        try {
            return lock.whileHolding(name, timeout, token -> {
                in[0] = true;
                Trace.note(Kind.BELIEVES, name, token == Work.NO_TOKEN ? side : (side + " " + token).strip());
                work.run(token);
            });
        } finally {
            if (in[0]) {
                Trace.note(Kind.GIVES_BACK, name, "");
            }
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
