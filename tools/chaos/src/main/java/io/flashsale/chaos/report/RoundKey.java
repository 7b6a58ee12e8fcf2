package io.flashsale.chaos.report;

/**
 * Identifies a round: two rounds with the same key have the same faults and shoppers.
 *
 * @param redis the topology, as typed on the command line
 * @param buckets of each sale; faults and shoppers do not depend on them
 * @param seconds during which faults happen
 */
public record RoundKey(String redis, int instances, int buckets, long seed, int round, long seconds, int shoppers) {}
