package io.flashsale.loadtest;

/**
 * The size of a run. These are the shoppers, the units on sale, the connections (threads), the seconds over which
 * the connections begin, and the clicks of each shopper.
 */
public record LoadProfile(int users, int stock, int threads, int ramp, int clicks) {}
