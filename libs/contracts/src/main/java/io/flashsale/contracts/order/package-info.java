/** What order-service announces on Kafka: that an order ended and its unit is free. How the gateway has orders paid. */
@NullMarked
package io.flashsale.contracts.order;

import org.jspecify.annotations.NullMarked;
