/** Tells the gateway about revoked tokens. */
@NullMarked
package io.flashsale.contracts.session;

import org.jspecify.annotations.NullMarked;
