/** Tokens that this service signs: for shoppers, and for its own calls to other services. */
@NullMarked
package io.flashsale.accounts.token;

import org.jspecify.annotations.NullMarked;
