package io.flashsale.order.provider;

import java.util.Currency;

/**
 * An amount of money.
 *
 * @param cents in the smallest units of the currency
 */
public record Money(long cents, Currency currency) {}
