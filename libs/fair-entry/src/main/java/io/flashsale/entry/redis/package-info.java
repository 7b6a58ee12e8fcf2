/** Names the Redis keys of the entry of sales. */
@NullMarked
package io.flashsale.entry.redis;

import org.jspecify.annotations.NullMarked;
