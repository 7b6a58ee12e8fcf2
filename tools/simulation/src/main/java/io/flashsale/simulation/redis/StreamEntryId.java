package io.flashsale.simulation.redis;

import java.util.Comparator;

/** The id of an entry of a stream: the time at which it was added, and its number within that millisecond. */
record StreamEntryId(long millis, long sequence) implements Comparable<StreamEntryId> {

    static final StreamEntryId BEGINNING = new StreamEntryId(0, 0);
    static final StreamEntryId END = new StreamEntryId(Long.MAX_VALUE, Long.MAX_VALUE);

    private static final Comparator<StreamEntryId> IN_SEQUENCE =
            Comparator.comparingLong(StreamEntryId::millis).thenComparingLong(StreamEntryId::sequence);

    /** @param missing the number if the text has none */
    static StreamEntryId parse(String text, long missing) {
        try {
            int dash = text.indexOf('-');
            return dash < 0
                    ? new StreamEntryId(Long.parseLong(text), missing)
                    : new StreamEntryId(
                            Long.parseLong(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1)));
        } catch (NumberFormatException malformed) {
            throw new ErrorReplyException("ERR Invalid stream ID specified as stream command argument");
        }
    }

    StreamEntryId next() {
        return new StreamEntryId(millis, sequence + 1);
    }

    @Override
    public int compareTo(StreamEntryId other) {
        return IN_SEQUENCE.compare(this, other);
    }

    @Override
    public String toString() {
        return millis + "-" + sequence;
    }
}
