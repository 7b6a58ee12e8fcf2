/** Turns claims from Kafka into coupons in MySQL, in batches. */
@NullMarked
package io.flashsale.coupon.issuing;

import org.jspecify.annotations.NullMarked;
