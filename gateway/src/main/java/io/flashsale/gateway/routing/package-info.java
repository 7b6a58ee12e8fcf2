/** What passes the gateway, and where it goes. */
@NullMarked
package io.flashsale.gateway.routing;

import org.jspecify.annotations.NullMarked;
