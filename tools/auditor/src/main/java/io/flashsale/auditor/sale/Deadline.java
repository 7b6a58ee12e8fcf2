package io.flashsale.auditor.sale;

import java.time.Duration;

/** The moment at which an audit stops waiting for the queues, at most {@link #MAX_TIMEOUT} from now. */
public final class Deadline {

    /** The longest wait for the queues. */
    public static final Duration MAX_TIMEOUT = Duration.ofSeconds(60);

    private final long nanoTime;

    private Deadline(long nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** @param timeout from zero to {@link #MAX_TIMEOUT}; other values are clamped to this range */
    public static Deadline after(Duration timeout) {
        Duration bounded =
                timeout.isNegative() ? Duration.ZERO : timeout.compareTo(MAX_TIMEOUT) > 0 ? MAX_TIMEOUT : timeout;
        return new Deadline(System.nanoTime() + bounded.toNanos());
    }

    public boolean hasPassed() {
        return System.nanoTime() - nanoTime >= 0;
    }
}
