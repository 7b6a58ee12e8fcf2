/**
 * Be the scheduler: games in which a visitor decides, command by command, which of two real clients goes on, and tries to sell one
 * unit twice.
 */
@NullMarked
package io.flashsale.locklab.scheduler;

import org.jspecify.annotations.NullMarked;
