package io.flashsale.admission.redis;

import io.flashsale.admission.bucket.Buckets;

/**
 * Spreads campaigns over {@value #COUNT} Redis hash tags, {@code {s0}} to {@code {s15}}.
 *
 * <p>All keys of one campaign carry its shard's tag, so that a script may touch them together on Redis Cluster, and
 * each shard has one outbox. Buckets of one campaign are in shards that follow each other.
 */
public final class Shards {

    public static final int COUNT = 16;

    private Shards() {}

    /** The shard of a gate, which belongs to a campaign or to one of its buckets. */
    public static int of(long gateId) {
        return Math.floorMod(Buckets.campaignOf(gateId) + Buckets.bucketOf(gateId), COUNT);
    }

    static String tag(int shard) {
        return "{s" + shard + "}";
    }
}
