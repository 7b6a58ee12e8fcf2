package io.flashsale.accounts;

/** Published in the transaction that ends all sessions of an account. */
public record AllSessionsEnded(long accountId) {}
