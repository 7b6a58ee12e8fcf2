package io.flashsale.contracts.stock;

import java.util.Set;

/**
 * The valid prices of a sale.
 *
 * @param priceCents its current and earlier prices: earlier reservations are sold at the price that the shopper saw
 */
public record SalePrices(Set<Long> priceCents) {}
