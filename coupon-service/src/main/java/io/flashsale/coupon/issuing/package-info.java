/** From a claim in Kafka to a coupon in MySQL, by the batch. */
@NullMarked
package io.flashsale.coupon.issuing;

import org.jspecify.annotations.NullMarked;
