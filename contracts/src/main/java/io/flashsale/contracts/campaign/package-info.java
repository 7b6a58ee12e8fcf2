/** What sales and coupon templates have in common. */
@NullMarked
package io.flashsale.contracts.campaign;

import org.jspecify.annotations.NullMarked;
