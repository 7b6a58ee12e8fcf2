/** What order-service announces on Kafka: that an order ended and its unit is free. */
@NullMarked
package io.flashsale.contracts.order;

import org.jspecify.annotations.NullMarked;
