/** Tokens that their holders revoked by logging out, before they expire. */
@NullMarked
package io.flashsale.accounts.session;

import org.jspecify.annotations.NullMarked;
