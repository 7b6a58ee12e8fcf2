/** The order: its row, its states, and how shoppers read it. */
@NullMarked
package io.flashsale.order.ordering;

import org.jspecify.annotations.NullMarked;
