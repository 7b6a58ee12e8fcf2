package io.flashsale.client.entry;

/** A purchase ticket: buys one unit, for its shopper only. */
public record Ticket(String ticket) {}
