package io.flashsale.client.entry;

/** The shopper's number in a waiting room; {@code pass} proves it when the shopper asks for the ticket. */
public record Entered(long number, String pass) {}
