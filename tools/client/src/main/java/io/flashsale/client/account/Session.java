package io.flashsale.client.account;

/** @param token identifies its owner to the shop until it expires */
public record Session(String token) {}
