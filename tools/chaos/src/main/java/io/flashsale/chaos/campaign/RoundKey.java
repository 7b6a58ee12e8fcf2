package io.flashsale.chaos.campaign;

/**
 * Identifies a round: two rounds with the same key have the same faults and shoppers.
 *
 * @param buckets of each sale; faults and shoppers do not depend on them
 */
public record RoundKey(String redis, int instances, int buckets, long seed, int round, long seconds, int shoppers) {

    /** A round whose sales have one bucket. */
    public RoundKey(String redis, int instances, long seed, int round, long seconds, int shoppers) {
        this(redis, instances, 1, seed, round, seconds, shoppers);
    }
}
