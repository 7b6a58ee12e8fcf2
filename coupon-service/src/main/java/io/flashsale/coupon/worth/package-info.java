/** What a coupon takes off which price, in cents. */
@NullMarked
package io.flashsale.coupon.worth;

import org.jspecify.annotations.NullMarked;
