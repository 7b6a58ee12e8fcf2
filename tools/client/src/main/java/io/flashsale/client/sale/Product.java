package io.flashsale.client.sale;

/** @param imageUrl relative to the gateway's address, or absolute */
public record Product(long id, String name, String description, String imageUrl) {}
