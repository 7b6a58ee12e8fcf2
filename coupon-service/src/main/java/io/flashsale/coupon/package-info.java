/** Coupon templates, claiming coupons in a flash sale, and using each coupon once. */
@NullMarked
package io.flashsale.coupon;

import org.jspecify.annotations.NullMarked;
