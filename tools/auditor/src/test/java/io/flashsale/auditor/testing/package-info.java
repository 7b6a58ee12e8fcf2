/** Servers to audit, and code that writes into them. */
@NullMarked
package io.flashsale.auditor.testing;

import org.jspecify.annotations.NullMarked;
