/** Sequences of steps that a seed makes, and what is done with one that fails. */
@NullMarked
package io.flashsale.simulation.schedule;

import org.jspecify.annotations.NullMarked;
