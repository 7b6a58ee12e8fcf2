/** The payment provider: what we ask of it, what it tells us and how that is signed, and a mock of it. */
@NullMarked
package io.flashsale.order.provider;

import org.jspecify.annotations.NullMarked;
