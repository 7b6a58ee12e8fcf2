/** Limits the request rates of users and addresses. Each instance of the gateway counts on its own. */
@NullMarked
package io.flashsale.gateway.ratelimit;

import org.jspecify.annotations.NullMarked;
