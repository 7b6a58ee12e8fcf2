/** Lotteries whose places anybody can recompute. See docs/fair-entry.md. */
@NullMarked
package io.flashsale.stock.entry.lottery;

import org.jspecify.annotations.NullMarked;
