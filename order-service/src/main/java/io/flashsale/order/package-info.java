/** Accounts, placement, orders, payment and closing, and how shoppers learn of changes. */
@NullMarked
package io.flashsale.order;

import org.jspecify.annotations.NullMarked;
