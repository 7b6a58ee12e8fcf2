/** What administrators see of who entered a sale, and what became of it. */
@NullMarked
package io.flashsale.stock.entry.figures;

import org.jspecify.annotations.NullMarked;
