/** What the consumers have put aside: looking at it, and sending it to its first topic again. */
@NullMarked
package io.flashsale.order.deadletter;

import org.jspecify.annotations.NullMarked;
