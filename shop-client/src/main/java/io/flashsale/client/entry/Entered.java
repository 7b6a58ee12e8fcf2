package io.flashsale.client.entry;

import java.time.Instant;

/**
 * One's number in a waiting room.
 *
 * @param pass proves it, and is shown for the ticket
 */
public record Entered(long number, String pass, Instant enteredAt) {}
