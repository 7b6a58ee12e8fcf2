package io.flashsale.client.sale;

/**
 * A product that sales offer.
 *
 * @param imageUrl relative to the gateway's address, or absolute
 */
public record Product(long id, String name, String description, String imageUrl) {}
