package io.flashsale.admission.redis;

import io.flashsale.admission.ReservationIds;
import io.flashsale.admission.bucket.Buckets;

/** Defines the names of our Redis keys. {@code kind} separates sales from coupons. */
public record StockGateKeys(String kind) {

    private static final String PLACE = "#";

    /** Follows the key of a gate. */
    public static final String BARRED = ":barred";

    public StockGateKeys {
        if (!kind.matches("[a-z]+")) {
            throw new IllegalArgumentException("a kind of campaign is a lower-case word, not '" + kind + "'");
        }
    }

    /** Hash with the fields that {@code reopen.lua} lists. */
    public String gate(long gateId) {
        int bucket = Buckets.bucketOf(gateId);
        String campaign = Shards.tag(Shards.of(gateId)) + ":" + kind + ":" + Buckets.campaignOf(gateId);
        return bucket == 0 ? campaign : campaign + ":bucket:" + bucket;
    }

    /** Hash: place to reservation id, and {@code epoch}, which must equal the gate's. */
    public String holders(long gateId) {
        return gate(gateId) + ":holders";
    }

    /** List: user ids, the last users to whom returned units went. */
    public String late(long gateId) {
        return gate(gateId) + ":late";
    }

    /** String: notes that this move took units out of the gate, or put them into it. */
    public String move(long gateId, String move) {
        return gate(gateId) + ":move:" + move;
    }

    /** Hash: user id to place in the waiting list, see {@code reserve/waiting-list.lua}. */
    public String offers(long gateId, String epoch) {
        return gate(gateId) + ":offers:" + epoch;
    }

    /** Sorted set: user id to until when they have to wait, see {@code reserve/barring.lua}. */
    public String barred(long gateId) {
        return gate(gateId) + BARRED;
    }

    /** The user's place for their n-th unit among the holders. */
    public static String place(long userId, int n) {
        return n == 1 ? Long.toString(userId) : userId + PLACE + n;
    }

    /** The user of a place among the holders: of their first, which has their name, or of a further one. */
    public static long userAt(String place) {
        int mark = place.indexOf(PLACE);
        return Long.parseLong(mark < 0 ? place : place.substring(0, mark));
    }

    /** Stream: admitted groups that are not known to be in the queue yet. */
    public String outbox(int shard) {
        return Shards.tag(shard) + ":" + kind + ":outbox";
    }

    /** Stream: entries of the outbox that can never be sent, each with the reason. */
    public String deadLetters(int shard) {
        return outbox(shard) + ":dead-letters";
    }

    /** String: the leader of this duty, until it expires. */
    String leader(String duty) {
        return kind + ":" + duty + ":leader";
    }

    /** String: the run of the Redis server on which all gates of the shard were seen warm. */
    public String warmRun(int shard) {
        return Shards.tag(shard) + ":" + kind + ":warm";
    }

    /** String: {@code gate:user:entry of the outbox}, for look-ups before the reservation is in the database. */
    public String reservation(long reservationId) {
        return Shards.tag(ReservationIds.shardOf(reservationId)) + ":" + kind + ":reservation:" + reservationId;
    }
}
