/** Giving back what was charged and paid no order: until the provider has done it, or somebody has to look. */
@NullMarked
package io.flashsale.order.refund;

import org.jspecify.annotations.NullMarked;
