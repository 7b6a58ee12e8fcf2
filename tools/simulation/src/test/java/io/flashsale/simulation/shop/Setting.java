package io.flashsale.simulation.shop;

/**
 * What a schedule begins with.
 *
 * @param units on offer
 * @param limit units that one shopper may have
 */
record Setting(int units, int limit) {}
