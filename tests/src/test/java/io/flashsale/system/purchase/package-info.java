/** Sales, coupons and payments under crowds, on both databases, and under the load test. */
@NullMarked
package io.flashsale.system.purchase;

import org.jspecify.annotations.NullMarked;
