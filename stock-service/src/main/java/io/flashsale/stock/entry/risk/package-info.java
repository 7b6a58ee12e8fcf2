/** Who has to work more, or to wait, before entering a sale, and why. See docs/fair-entry.md. */
@NullMarked
package io.flashsale.stock.entry.risk;

import org.jspecify.annotations.NullMarked;
