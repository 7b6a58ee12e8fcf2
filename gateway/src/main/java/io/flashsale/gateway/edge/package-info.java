/** What concerns the edge rather than the purchase: CORS, the refusals of the gateway itself, readiness. */
@NullMarked
package io.flashsale.gateway.edge;

import org.jspecify.annotations.NullMarked;
