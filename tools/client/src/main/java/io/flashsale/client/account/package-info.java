/** Accounts and sessions of the shop's visitors. */
@NullMarked
package io.flashsale.client.account;

import org.jspecify.annotations.NullMarked;
