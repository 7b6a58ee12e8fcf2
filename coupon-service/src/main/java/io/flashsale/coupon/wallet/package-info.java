/** The coupons that a shopper has, and what each would take off a price. */
@NullMarked
package io.flashsale.coupon.wallet;

import org.jspecify.annotations.NullMarked;
