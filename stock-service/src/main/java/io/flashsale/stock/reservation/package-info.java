/** The hot path: turns a click into a reservation in Redis and a message in Kafka. */
@NullMarked
package io.flashsale.stock.reservation;

import org.jspecify.annotations.NullMarked;
