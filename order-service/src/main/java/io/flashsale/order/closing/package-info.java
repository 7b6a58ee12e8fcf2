/** Ends orders without a sale: at the deadline, or when the shopper cancels. */
@NullMarked
package io.flashsale.order.closing;

import org.jspecify.annotations.NullMarked;
