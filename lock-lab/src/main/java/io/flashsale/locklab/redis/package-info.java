/** Locks on one Redis server, from the first attempt to the ready-made ones; each class is one page. */
@NullMarked
package io.flashsale.locklab.redis;

import org.jspecify.annotations.NullMarked;
