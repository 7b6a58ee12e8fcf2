/** Reservations, the orders that they become, and refunds. */
@NullMarked
package io.flashsale.client.order;

import org.jspecify.annotations.NullMarked;
