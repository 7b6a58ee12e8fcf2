/** A shopper's coupons, and what each takes off a price. */
@NullMarked
package io.flashsale.coupon.wallet;

import org.jspecify.annotations.NullMarked;
