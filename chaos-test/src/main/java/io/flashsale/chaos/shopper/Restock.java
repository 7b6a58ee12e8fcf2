package io.flashsale.chaos.shopper;

/** Units that the administrator will add, once, whatever is answered. */
public record Restock(int sale, long at, long units) {}
