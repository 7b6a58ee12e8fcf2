package io.flashsale.client.entry;

import java.time.Instant;

/** A purchase ticket: buys one unit, for its shopper only. */
public record Ticket(String ticket, Instant expiresAt) {}
