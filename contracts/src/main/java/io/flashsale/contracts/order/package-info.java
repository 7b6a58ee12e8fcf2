/** What order-service tells the others by Kafka: that an order ended and its unit is free. */
@NullMarked
package io.flashsale.contracts.order;

import org.jspecify.annotations.NullMarked;
