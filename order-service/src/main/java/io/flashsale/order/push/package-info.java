/** Pushes every change of an order to its shopper, on any instance. */
@NullMarked
package io.flashsale.order.push;

import org.jspecify.annotations.NullMarked;
