/** Undoes sales: an administrator gives the money for one order back, or calls a whole sale off. */
@NullMarked
package io.flashsale.order.calledoff;

import org.jspecify.annotations.NullMarked;
