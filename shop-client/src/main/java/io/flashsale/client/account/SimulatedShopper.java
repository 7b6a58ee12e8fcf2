package io.flashsale.client.account;

/** An account that was made for a load test, logged in. */
public record SimulatedShopper(long userId, String username, String token) {}
