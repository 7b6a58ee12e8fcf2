/** Runs without a scheme, which show on real servers what a bridge of the course explains. */
@NullMarked
package io.flashsale.locklab.observation;

import org.jspecify.annotations.NullMarked;
