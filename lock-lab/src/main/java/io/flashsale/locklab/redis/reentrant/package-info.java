/** Locks that their holder may enter again. */
@NullMarked
package io.flashsale.locklab.redis.reentrant;

import org.jspecify.annotations.NullMarked;
