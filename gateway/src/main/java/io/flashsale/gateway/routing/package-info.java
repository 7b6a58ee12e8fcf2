/** Defines which requests pass the gateway, and where they go. */
@NullMarked
package io.flashsale.gateway.routing;

import org.jspecify.annotations.NullMarked;
