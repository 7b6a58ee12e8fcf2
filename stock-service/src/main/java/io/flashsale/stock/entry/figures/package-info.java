/** Shows administrators how many shoppers entered a sale, and what became of them. */
@NullMarked
package io.flashsale.stock.entry.figures;

import org.jspecify.annotations.NullMarked;
