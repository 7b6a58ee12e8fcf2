/** Accounts: signing up, logging in, passwords and sessions. */
@NullMarked
package io.flashsale.order.account;

import org.jspecify.annotations.NullMarked;
