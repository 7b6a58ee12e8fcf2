package io.flashsale.order.account;

/**
 * Somebody who may log in.
 *
 * @param role {@code SHOPPER} or {@code ADMIN}, as in the tokens
 */
record Account(long id, String username, String passwordHash, String role) {}
