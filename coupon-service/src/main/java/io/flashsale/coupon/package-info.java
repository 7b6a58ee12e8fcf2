/** Coupon templates, claiming coupons in a flash, and spending each of them once. */
@NullMarked
package io.flashsale.coupon;

import org.jspecify.annotations.NullMarked;
