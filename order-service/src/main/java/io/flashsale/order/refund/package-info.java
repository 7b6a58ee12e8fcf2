/** Refunds of charges that paid no order, until the provider has made them or an administrator has to look. */
@NullMarked
package io.flashsale.order.refund;

import org.jspecify.annotations.NullMarked;
