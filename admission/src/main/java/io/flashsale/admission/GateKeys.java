package io.flashsale.admission;

/** The one place that knows how our Redis keys are called. {@code kind} keeps sales and coupons apart. */
record GateKeys(String kind) {

    GateKeys {
        if (!kind.matches("[a-z]+")) {
            throw new IllegalArgumentException("a kind of offer is a lower-case word, not '" + kind + "'");
        }
    }

    /** Hash: what {@code reopen.lua} lists. */
    String gate(long offerId) {
        return Shards.tag(Shards.of(offerId)) + ":" + kind + ":" + offerId;
    }

    /** Hash: user id to ticket id, and {@code epoch}, which must equal the gate's. */
    String holders(long offerId) {
        return gate(offerId) + ":holders";
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
