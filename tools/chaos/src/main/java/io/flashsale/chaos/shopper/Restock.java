package io.flashsale.chaos.shopper;

/** Units that the administrator adds once, whatever the answer is. */
public record Restock(int sale, long at, long units) {}
