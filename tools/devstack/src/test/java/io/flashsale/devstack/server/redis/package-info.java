/** Tests with real Redis servers. */
@NullMarked
package io.flashsale.devstack.server.redis;

import org.jspecify.annotations.NullMarked;
