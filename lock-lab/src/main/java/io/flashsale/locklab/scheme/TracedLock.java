package io.flashsale.locklab.scheme;

import io.flashsale.locklab.trace.Step.Kind;
import io.flashsale.locklab.trace.Trace;
import java.time.Duration;

/** A lock whose clients say when they come to it, and from when to when they believe that they hold it. */
public record TracedLock(LockScheme lock, String side) implements LockScheme {

    /** A lock for one at a time. */
    public static LockScheme of(LockScheme lock) {
        return new TracedLock(lock, "");
    }

    /** The side of a lock that lets several in together. */
    static LockScheme shared(LockScheme lock) {
        return new TracedLock(lock, "shared");
    }

    /** They believe so until the lock has been given back, also while that is under way. */
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
