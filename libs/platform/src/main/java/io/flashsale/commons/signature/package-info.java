/** Signatures with a shared secret, and hashes. */
@NullMarked
package io.flashsale.commons.signature;

import org.jspecify.annotations.NullMarked;
