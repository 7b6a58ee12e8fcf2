/** What travels in the bodies of requests and answers. Money is in cents, times are UTC. */
@NullMarked
package io.flashsale.client.model;

import org.jspecify.annotations.NullMarked;
