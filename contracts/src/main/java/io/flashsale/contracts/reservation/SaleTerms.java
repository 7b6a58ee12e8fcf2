package io.flashsale.contracts.reservation;

/**
 * What a sale promises to whoever reserves: copied into each reservation, so that a later change of the sale does not
 * alter an order that was already accepted.
 *
 * @param title of the sale, as the shopper saw it
 * @param imageUrl path of the product's picture
 * @param priceCents price of one unit in cents, 0 or more
 */
public record SaleTerms(String title, String imageUrl, long priceCents) {}
