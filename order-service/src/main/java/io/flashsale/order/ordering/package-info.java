/** The order itself: its row, its states, and how a shopper looks at it. */
@NullMarked
package io.flashsale.order.ordering;

import org.jspecify.annotations.NullMarked;
