/** What coupons there are: templates, their administration, and what everybody may see of them. */
@NullMarked
package io.flashsale.coupon.template;

import org.jspecify.annotations.NullMarked;
