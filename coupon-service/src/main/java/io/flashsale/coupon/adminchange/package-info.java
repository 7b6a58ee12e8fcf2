/** What administrators have changed here. */
@NullMarked
package io.flashsale.coupon.adminchange;

import org.jspecify.annotations.NullMarked;
