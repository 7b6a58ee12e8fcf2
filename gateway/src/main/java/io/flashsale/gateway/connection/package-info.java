/** Limits what one client may hold of the web server: connections, and time to send a request. */
@NullMarked
package io.flashsale.gateway.connection;

import org.jspecify.annotations.NullMarked;
