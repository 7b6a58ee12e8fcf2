/** Rejects tokens whose session has ended before they expire. */
@NullMarked
package io.flashsale.gateway.revocation;

import org.jspecify.annotations.NullMarked;
