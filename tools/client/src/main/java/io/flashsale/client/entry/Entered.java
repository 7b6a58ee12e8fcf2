package io.flashsale.client.entry;

import java.time.Instant;

/**
 * The shopper's number in a waiting room.
 *
 * @param pass proves the number when the shopper asks for the ticket
 */
public record Entered(long number, String pass, Instant enteredAt) {}
