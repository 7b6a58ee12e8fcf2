/** Locks for which others wait: by asking again, or by being told. */
@NullMarked
package io.flashsale.locklab.redis.waiting;

import org.jspecify.annotations.NullMarked;
