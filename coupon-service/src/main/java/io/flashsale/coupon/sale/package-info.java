/** What stock-service knows of a sale and coupons depend on. */
@NullMarked
package io.flashsale.coupon.sale;

import org.jspecify.annotations.NullMarked;
