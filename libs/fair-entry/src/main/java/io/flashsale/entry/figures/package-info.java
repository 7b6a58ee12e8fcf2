/** Shows administrators how many shoppers entered a sale, and what became of them. */
@NullMarked
package io.flashsale.entry.figures;

import org.jspecify.annotations.NullMarked;
