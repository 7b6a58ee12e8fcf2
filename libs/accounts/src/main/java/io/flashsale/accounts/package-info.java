/** Accounts: signing up, logging in, passwords and sessions. */
@NullMarked
package io.flashsale.accounts;

import org.jspecify.annotations.NullMarked;
