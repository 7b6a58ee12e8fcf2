/** Reservations, the orders that come of them, and what is paid back. */
@NullMarked
package io.flashsale.client.order;

import org.jspecify.annotations.NullMarked;
