/** Coupon templates: their administration and their public listing. */
@NullMarked
package io.flashsale.coupon.template;

import org.jspecify.annotations.NullMarked;
