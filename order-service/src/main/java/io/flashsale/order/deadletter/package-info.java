/** Dead letters: looking at them and replaying them. */
@NullMarked
package io.flashsale.order.deadletter;

import org.jspecify.annotations.NullMarked;
