/** Dead letters: looking at them, replaying and rejecting them. */
@NullMarked
package io.flashsale.order.deadletter;

import org.jspecify.annotations.NullMarked;
