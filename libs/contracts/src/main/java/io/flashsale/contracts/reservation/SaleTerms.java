package io.flashsale.contracts.reservation;

/**
 * A sale's promise to its shoppers. It is copied into each reservation, so that a later change of the sale does not
 * alter an accepted order.
 *
 * @param title of the sale, as the shopper saw it
 * @param imageUrl path of the product's picture
 * @param priceCents price of one unit in cents, 0 or more
 */
public record SaleTerms(String title, String imageUrl, long priceCents) {}
