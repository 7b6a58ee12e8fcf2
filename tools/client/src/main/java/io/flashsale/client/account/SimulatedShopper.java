package io.flashsale.client.account;

/** An account made for a load test, already logged in. */
public record SimulatedShopper(long userId, String username, String token) {}
