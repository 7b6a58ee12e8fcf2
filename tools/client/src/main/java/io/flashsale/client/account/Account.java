package io.flashsale.client.account;

/** A new account, which is not logged in yet. */
public record Account(long id, String username) {}
