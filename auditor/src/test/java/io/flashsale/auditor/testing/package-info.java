/** Servers to audit, and how tests write into them. */
@NullMarked
package io.flashsale.auditor.testing;

import org.jspecify.annotations.NullMarked;
