package io.flashsale.admission.redis;

/**
 * Spreads campaigns over {@value #COUNT} Redis hash tags, {@code {s0}} to {@code {s15}}.
 *
 * <p>All keys of one campaign carry its shard's tag, so that a script may touch them together on Redis Cluster, and each
 * shard has one outbox.
 */
public final class Shards {

    public static final int COUNT = 16;

    private Shards() {}

    public static int of(long campaignId) {
        return (int) Math.floorMod(campaignId, COUNT);
    }

    static String tag(int shard) {
        return "{s" + shard + "}";
    }
}
