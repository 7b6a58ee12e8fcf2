/** Locks that wait: by polling, or for a notification. */
@NullMarked
package io.flashsale.locklab.redis.waiting;

import org.jspecify.annotations.NullMarked;
