/** Brings templates from MySQL to Redis, at their creation and whenever Redis lost or may have lost them. */
@NullMarked
package io.flashsale.coupon.warmup;

import org.jspecify.annotations.NullMarked;
