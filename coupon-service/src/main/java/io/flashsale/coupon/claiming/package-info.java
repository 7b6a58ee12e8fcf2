/** The hot path: a click becomes a claim in Redis and a message in Kafka. */
@NullMarked
package io.flashsale.coupon.claiming;

import org.jspecify.annotations.NullMarked;
