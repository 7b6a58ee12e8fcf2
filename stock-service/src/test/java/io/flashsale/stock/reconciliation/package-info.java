@NullMarked
package io.flashsale.stock.reconciliation;

import org.jspecify.annotations.NullMarked;
