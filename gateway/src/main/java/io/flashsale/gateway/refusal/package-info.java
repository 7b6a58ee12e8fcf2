/** The answers of the gateway itself. */
@NullMarked
package io.flashsale.gateway.refusal;

import org.jspecify.annotations.NullMarked;
