/** How often one user and one address may ask. Counted by each instance of the gateway on its own. */
@NullMarked
package io.flashsale.gateway.ratelimit;

import org.jspecify.annotations.NullMarked;
