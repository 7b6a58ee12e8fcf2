/** What a coupon takes off a price, in cents. */
@NullMarked
package io.flashsale.coupon.discount;

import org.jspecify.annotations.NullMarked;
