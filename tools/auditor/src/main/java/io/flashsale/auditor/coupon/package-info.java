/** The audit of a coupon template: invariants I8 to I10, and that every accepted claim is a coupon. */
@NullMarked
package io.flashsale.auditor.coupon;

import org.jspecify.annotations.NullMarked;
