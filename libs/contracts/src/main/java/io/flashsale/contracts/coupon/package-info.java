@NullMarked
package io.flashsale.contracts.coupon;

import org.jspecify.annotations.NullMarked;
