/** Work that a browser does before its shopper enters a sale, in ALTCHA's scheme. See docs/entry-work.md. */
@NullMarked
package io.flashsale.entry.proof;

import org.jspecify.annotations.NullMarked;
