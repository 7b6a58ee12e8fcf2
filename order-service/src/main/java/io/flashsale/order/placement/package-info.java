/** From a reservation in Kafka to an order in MySQL, by the batch. */
@NullMarked
package io.flashsale.order.placement;

import org.jspecify.annotations.NullMarked;
