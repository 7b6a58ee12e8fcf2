/** The payment provider: its interface, its signed notifications, and a mock. */
@NullMarked
package io.flashsale.order.provider;

import org.jspecify.annotations.NullMarked;
