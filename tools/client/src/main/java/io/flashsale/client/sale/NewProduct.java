package io.flashsale.client.sale;

/** @param imageUrl a path on the shop's own site */
public record NewProduct(String name, String description, String imageUrl) {}
