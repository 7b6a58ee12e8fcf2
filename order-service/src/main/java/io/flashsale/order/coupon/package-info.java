/** Paying with a coupon: what this service keeps about it, and coupon-service as it sees it. */
@NullMarked
package io.flashsale.order.coupon;

import org.jspecify.annotations.NullMarked;
