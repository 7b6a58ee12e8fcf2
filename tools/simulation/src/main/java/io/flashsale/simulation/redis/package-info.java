/** A Redis inside this JVM: the commands that the shop's scripts use, a clock that a test sets, and a Lua for the scripts. */
@NullMarked
package io.flashsale.simulation.redis;

import org.jspecify.annotations.NullMarked;
