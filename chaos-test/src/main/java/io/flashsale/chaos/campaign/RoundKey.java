package io.flashsale.chaos.campaign;

/** What decides a round: two of the same key have the same faults and the same shoppers. */
public record RoundKey(String redis, int instances, long seed, int round, long seconds, int shoppers) {}
