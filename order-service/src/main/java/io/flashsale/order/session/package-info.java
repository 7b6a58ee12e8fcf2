/** Tokens that their holders revoked by logging out, before they expire. */
@NullMarked
package io.flashsale.order.session;

import org.jspecify.annotations.NullMarked;
