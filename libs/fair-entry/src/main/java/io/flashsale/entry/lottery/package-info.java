/** Lotteries whose places anybody can recompute. See docs/lottery.md. */
@NullMarked
package io.flashsale.entry.lottery;

import org.jspecify.annotations.NullMarked;
