package io.flashsale.admission;

/** The one place that knows how our Redis keys are called. {@code kind} keeps sales and coupons apart. */
record GateKeys(String kind) {

    private static final String PLACE = "#";

    GateKeys {
        if (!kind.matches("[a-z]+")) {
            throw new IllegalArgumentException("a kind of offer is a lower-case word, not '" + kind + "'");
        }
    }

    /** Hash: what {@code reopen.lua} lists. */
    String gate(long offerId) {
        return Shards.tag(Shards.of(offerId)) + ":" + kind + ":" + offerId;
    }

    /** Hash: place to ticket id, and {@code epoch}, which must equal the gate's. */
    String holders(long offerId) {
        return gate(offerId) + ":holders";
    }

    /** A user's n-th place among the holders, counted from 1; the first is called like the user. */
    static String place(long userId, int n) {
        return n == 1 ? Long.toString(userId) : userId + PLACE + n;
    }

    /** Whose place it is. */
    static long userAt(String place) {
        int mark = place.indexOf(PLACE);
        return Long.parseLong(mark < 0 ? place : place.substring(0, mark));
    }

    /** Stream: the admitted who are not known to be in the queue yet. */
    String outbox(int shard) {
        return Shards.tag(shard) + ":" + kind + ":outbox";
    }

    /** String: {@code offer:user}, for whoever asks about a ticket before it is in the database. */
    String ticket(long ticketId) {
        return Shards.tag(TicketIds.shardOf(ticketId)) + ":" + kind + ":ticket:" + ticketId;
    }
}
