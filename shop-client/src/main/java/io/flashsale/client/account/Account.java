package io.flashsale.client.account;

/** An account that was just made; whoever has it still has to log in. */
public record Account(long id, String username) {}
