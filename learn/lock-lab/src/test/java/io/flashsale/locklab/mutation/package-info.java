/** Removes each lock by a change in its source and demands that what held with it no longer holds. */
@NullMarked
package io.flashsale.locklab.mutation;

import org.jspecify.annotations.NullMarked;
