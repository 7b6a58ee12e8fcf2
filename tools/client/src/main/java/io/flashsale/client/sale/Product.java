package io.flashsale.client.sale;

/** @param imageUrl a path on the shop's own site */
public record Product(long id, String name, String description, String imageUrl) {}
