/** The record of what administrators changed in this service. */
@NullMarked
package io.flashsale.order.adminchange;

import org.jspecify.annotations.NullMarked;
