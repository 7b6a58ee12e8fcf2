package io.flashsale.contracts.stock;

import java.util.Set;

/**
 * What a sale may be sold for.
 *
 * @param priceCents its price, and those that it had before: reservations of that time are sold for what the shopper saw
 */
public record SalePrices(Set<Long> priceCents) {}
