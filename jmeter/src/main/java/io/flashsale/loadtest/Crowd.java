package io.flashsale.loadtest;

/**
 * The size of a run: shoppers, units that they want, connections that they are spread over, seconds in which these begin,
 * and clicks of each shopper.
 */
record Crowd(int users, int stock, int threads, int ramp, int clicks) {}
