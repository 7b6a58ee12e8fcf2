/** Configures how our clients talk to Redis. */
@NullMarked
package io.flashsale.redis;

import org.jspecify.annotations.NullMarked;
