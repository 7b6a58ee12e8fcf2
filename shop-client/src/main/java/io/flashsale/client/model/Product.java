package io.flashsale.client.model;

public record Product(long id, String name, String description, String imageUrl) {}
