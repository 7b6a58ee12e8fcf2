/** Calling other services. */
@NullMarked
package io.flashsale.order.http;

import org.jspecify.annotations.NullMarked;
