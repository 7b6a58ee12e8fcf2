package io.flashsale.simulation.script;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.entry.redis.EntryKeys;

/**
 * The keys of the sales that all sequences are about. Gates 0 and 1 are of the buckets of one sale, in shards 0 and 1.
 * Gate 2 is of another sale, in shard 0, which may be a sibling.
 */
final class Names {

    static final EntryKeys ENTRY = EntryKeys.of(gateId(0));

    static final int SIBLING = 2;

    private static final StockGateKeys KEYS = new StockGateKeys("sale");

    private Names() {}

    static long gateId(int gate) {
        return gate == SIBLING ? 3 * Shards.COUNT : Buckets.gate(2 * Shards.COUNT, gate);
    }

    static String gate(int gate) {
        return KEYS.gate(gateId(gate));
    }

    static String holders(int gate) {
        return KEYS.holders(gateId(gate));
    }

    static String late(int gate) {
        return KEYS.late(gateId(gate));
    }

    static String offers(int gate, String epoch) {
        return KEYS.offers(gateId(gate), epoch);
    }

    static String move(int gate, String move) {
        return KEYS.move(gateId(gate), move);
    }

    static String outbox(int gate) {
        return KEYS.outbox(shardOf(gate));
    }

    static String deadLetters(int gate) {
        return KEYS.deadLetters(shardOf(gate));
    }

    static String warm(int gate) {
        return KEYS.warmRun(shardOf(gate));
    }

    static String shard(int gate) {
        return "{s" + shardOf(gate) + "}";
    }

    private static int shardOf(int gate) {
        return Shards.of(gateId(gate));
    }

    static String reservation(long id) {
        return KEYS.reservation(id);
    }

    /** Ids of two to four digits, so that they have to be compared as numbers. */
    static long reservationId(int gate, int call, int member) {
        return (call * 7L + member) * Shards.COUNT + shardOf(gate) + Shards.COUNT;
    }
}
