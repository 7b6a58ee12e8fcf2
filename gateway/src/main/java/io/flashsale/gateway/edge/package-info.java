/** What concerns the connection rather than the purchase: CORS, refused requests, readiness. */
@NullMarked
package io.flashsale.gateway.edge;

import org.jspecify.annotations.NullMarked;
