/** Stock in several parts, each under a lock of its own. */
@NullMarked
package io.flashsale.locklab.redis.segment;

import org.jspecify.annotations.NullMarked;
