/** Coupon templates, and claims of coupons. */
@NullMarked
package io.flashsale.client.coupon;

import org.jspecify.annotations.NullMarked;
