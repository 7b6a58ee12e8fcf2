/**
 * Where scenarios run: clients in worker processes, who can be made to stand still, to throw and to die at fail
 * points, and servers that can be stopped.
 */
@NullMarked
package io.flashsale.locklab.scenario;

import org.jspecify.annotations.NullMarked;
