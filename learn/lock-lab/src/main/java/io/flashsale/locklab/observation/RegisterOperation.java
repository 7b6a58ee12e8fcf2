package io.flashsale.locklab.observation;

/**
 * A read or a write of a register, as its client saw it.
 *
 * @param value that was written, or that the read returned
 * @param begin its place among all beginnings and ends of the history
 * @param end likewise; {@link #UNANSWERED} if no answer came
 */
record RegisterOperation(String client, Kind kind, long value, int begin, int end) {

    static final int UNANSWERED = Integer.MAX_VALUE;

    enum Kind {
        READ,
        WRITE
    }

    boolean isRead() {
        return kind == Kind.READ;
    }

    /** Short: {@code w1} writes 1, {@code r1} reads and returns 1. */
    String label() {
        return (isRead() ? "r" : "w") + value;
    }

    @Override
    public String toString() {
        return client + " " + label();
    }
}
