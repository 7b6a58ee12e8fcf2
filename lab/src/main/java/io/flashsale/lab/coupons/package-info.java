/** The auditor of coupons: invariants I8 to I10, and that every claim that was accepted is a coupon. */
@NullMarked
package io.flashsale.lab.coupons;

import org.jspecify.annotations.NullMarked;
