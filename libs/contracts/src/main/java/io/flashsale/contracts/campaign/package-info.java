/** What sales and coupon templates share. */
@NullMarked
package io.flashsale.contracts.campaign;

import org.jspecify.annotations.NullMarked;
