/** What the scripts of the entry say became of a wish, one sealed interface for each of them that has several answers. */
@NullMarked
package io.flashsale.stock.entry.outcome;

import org.jspecify.annotations.NullMarked;
