/** Paying with a coupon: this service's records, and its client of coupon-service. */
@NullMarked
package io.flashsale.order.coupon;

import org.jspecify.annotations.NullMarked;
