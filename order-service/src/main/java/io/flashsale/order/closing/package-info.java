/** Ending an order without a sale: at its deadline, or because the shopper cancels. */
@NullMarked
package io.flashsale.order.closing;

import org.jspecify.annotations.NullMarked;
