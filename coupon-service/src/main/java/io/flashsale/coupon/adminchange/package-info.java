/** The record of what administrators changed in this service. */
@NullMarked
package io.flashsale.coupon.adminchange;

import org.jspecify.annotations.NullMarked;
