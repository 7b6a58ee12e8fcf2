/**
 * Locks on one Redis server, from a first attempt to ready-made ones. Each class is one page that can be read
 * alone, even if it differs from the previous one in two lines.
 */
@NullMarked
package io.flashsale.locklab.redis;

import org.jspecify.annotations.NullMarked;
