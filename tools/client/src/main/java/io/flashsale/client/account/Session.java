package io.flashsale.client.account;

import java.time.Instant;

/** @param token identifies its owner to the shop until it expires */
public record Session(String token, Instant expiresAt) {}
