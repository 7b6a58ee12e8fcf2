/** Compares Redis with MySQL, reports what differs, and repairs what is safe to repair. */
@NullMarked
package io.flashsale.stock.reconciliation;

import org.jspecify.annotations.NullMarked;
