/**
 * Locks on one Redis server, from the first attempt to the ready-made ones. Each class is one page and stands by itself, so
 * that it can be read alone, even where it differs from the one before in two lines.
 */
@NullMarked
package io.flashsale.locklab.redis;

import org.jspecify.annotations.NullMarked;
