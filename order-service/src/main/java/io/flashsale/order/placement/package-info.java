/** Turns reservations from Kafka into orders in MySQL, in batches. */
@NullMarked
package io.flashsale.order.placement;

import org.jspecify.annotations.NullMarked;
