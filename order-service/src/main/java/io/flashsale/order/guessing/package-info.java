/** Protection against guessing passwords. */
@NullMarked
package io.flashsale.order.guessing;

import org.jspecify.annotations.NullMarked;
