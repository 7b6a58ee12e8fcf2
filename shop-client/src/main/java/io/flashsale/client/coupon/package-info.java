/** Coupon templates, and what a claim of one comes to. */
@NullMarked
package io.flashsale.client.coupon;

import org.jspecify.annotations.NullMarked;
