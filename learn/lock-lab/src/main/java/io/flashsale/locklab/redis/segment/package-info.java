/** Stock in several segments, each under its own lock. */
@NullMarked
package io.flashsale.locklab.redis.segment;

import org.jspecify.annotations.NullMarked;
