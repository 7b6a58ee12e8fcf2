package io.flashsale.admission;

/**
 * Spreads offers over {@value #COUNT} Redis hash tags, {@code {s0}} to {@code {s15}}.
 *
 * <p>All keys of one offer carry its shard's tag, so that a script may touch them together on Redis Cluster, and each
 * shard has one outbox.
 */
final class Shards {

    static final int COUNT = 16;

    private Shards() {}

    static int of(long offerId) {
        return (int) Math.floorMod(offerId, COUNT);
    }

    static String tag(int shard) {
        return "{s" + shard + "}";
    }
}
