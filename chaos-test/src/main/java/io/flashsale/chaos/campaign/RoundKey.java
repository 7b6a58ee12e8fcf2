package io.flashsale.chaos.campaign;

/**
 * What decides a round: two of the same key have the same faults and the same shoppers.
 *
 * @param buckets of each sale; faults and shoppers are the same however many these are
 */
public record RoundKey(String redis, int instances, int buckets, long seed, int round, long seconds, int shoppers) {

    /** Of a round whose sales have one bucket. */
    public RoundKey(String redis, int instances, long seed, int round, long seconds, int shoppers) {
        this(redis, instances, 1, seed, round, seconds, shoppers);
    }
}
