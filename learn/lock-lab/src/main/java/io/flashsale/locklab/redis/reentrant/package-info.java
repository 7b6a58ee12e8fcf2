/** Reentrant locks. */
@NullMarked
package io.flashsale.locklab.redis.reentrant;

import org.jspecify.annotations.NullMarked;
