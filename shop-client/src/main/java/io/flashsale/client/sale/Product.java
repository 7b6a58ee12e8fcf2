package io.flashsale.client.sale;

/**
 * What sales are of.
 *
 * @param imageUrl below the gateway's address, or a whole one
 */
public record Product(long id, String name, String description, String imageUrl) {}
