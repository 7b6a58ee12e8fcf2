package io.flashsale.simulation.script;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.entry.redis.EntryKeys;

/** The keys of the one sale that all sequences are about. Its two gates, of its buckets 0 and 1, are in shards 0 and 1. */
final class Names {

    static final EntryKeys ENTRY = EntryKeys.of(gateId(0));

    private static final StockGateKeys KEYS = new StockGateKeys("sale");

    private Names() {}

    static long gateId(int gate) {
        return Buckets.gate(2 * Shards.COUNT, gate);
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
        return KEYS.outbox(gate);
    }

    static String deadLetters(int gate) {
        return KEYS.deadLetters(gate);
    }

    static String warm(int gate) {
        return KEYS.warmRun(gate);
    }

    static String shard(int gate) {
        return "{s" + gate + "}";
    }

    static String reservation(long id) {
        return KEYS.reservation(id);
    }

    /** Ids of two to four digits, so that they have to be compared as numbers. */
    static long reservationId(int gate, int call, int member) {
        return (call * 7L + member) * Shards.COUNT + gate + Shards.COUNT;
    }
}
