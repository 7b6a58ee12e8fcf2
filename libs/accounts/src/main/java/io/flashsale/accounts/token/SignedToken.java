package io.flashsale.accounts.token;

import java.time.Instant;

/** A signed token and its expiry. */
public record SignedToken(String value, Instant expiresAt) {}
