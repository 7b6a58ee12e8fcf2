/** The audit of a coupon template: invariants I8 to I10, and that every claim that was accepted is a coupon. */
@NullMarked
package io.flashsale.auditor.coupon;

import org.jspecify.annotations.NullMarked;
