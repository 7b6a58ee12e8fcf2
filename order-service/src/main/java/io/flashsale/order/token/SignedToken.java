package io.flashsale.order.token;

import java.time.Instant;

/** A token as it travels, and when it ends. */
public record SignedToken(String value, Instant expiresAt) {}
