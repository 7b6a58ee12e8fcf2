/** The faults of a round: what breaks, when and for how long. The seed decides it before the round begins. */
@NullMarked
package io.flashsale.chaos.nemesis;

import org.jspecify.annotations.NullMarked;
