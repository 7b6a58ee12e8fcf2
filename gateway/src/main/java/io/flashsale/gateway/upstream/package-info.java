/** How the services are called: pools, time-outs, circuit breakers. */
@NullMarked
package io.flashsale.gateway.upstream;

import org.jspecify.annotations.NullMarked;
