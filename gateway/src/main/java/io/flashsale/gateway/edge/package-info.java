/** What concerns the connection and not the purchase: CORS, refused requests, readiness. */
@NullMarked
package io.flashsale.gateway.edge;

import org.jspecify.annotations.NullMarked;
