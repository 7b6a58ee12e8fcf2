/**
 * Where scenarios are played: people in worker processes, who can be made to stand still, to throw and to die at named
 * steps, and servers that can be stopped.
 */
@NullMarked
package io.flashsale.locklab.stage;

import org.jspecify.annotations.NullMarked;
