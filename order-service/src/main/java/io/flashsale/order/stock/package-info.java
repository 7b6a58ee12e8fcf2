/** Clients of stock-service. */
@NullMarked
package io.flashsale.order.stock;

import org.jspecify.annotations.NullMarked;
