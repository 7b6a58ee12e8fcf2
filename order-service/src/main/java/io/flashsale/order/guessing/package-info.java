/** What keeps passwords from being guessed. */
@NullMarked
package io.flashsale.order.guessing;

import org.jspecify.annotations.NullMarked;
