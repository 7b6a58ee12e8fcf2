/** The data of sales that coupons depend on, from stock-service. */
@NullMarked
package io.flashsale.coupon.sale;

import org.jspecify.annotations.NullMarked;
