package io.flashsale.accounts.token;

import java.time.Instant;

public record SignedToken(String value, Instant expiresAt) {}
