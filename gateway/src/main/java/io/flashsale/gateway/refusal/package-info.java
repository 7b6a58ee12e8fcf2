/** The answers that the gateway gives by itself. */
@NullMarked
package io.flashsale.gateway.refusal;

import org.jspecify.annotations.NullMarked;
