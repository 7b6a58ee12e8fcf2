/** Ready-made locks of Redisson. */
@NullMarked
package io.flashsale.locklab.redis.redisson;

import org.jspecify.annotations.NullMarked;
