package io.flashsale.client.account;

import java.time.Instant;

/** @param token what the shop knows its owner by until it expires */
public record Session(String token, Instant expiresAt) {}
