/** Redemption: a coupon is reserved for an order, then used by it or free again. */
@NullMarked
package io.flashsale.coupon.redemption;

import org.jspecify.annotations.NullMarked;
