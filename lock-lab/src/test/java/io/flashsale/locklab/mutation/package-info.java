/** Takes each lock out, by a change in its source, and demands that what held with it does not hold any more. */
@NullMarked
package io.flashsale.locklab.mutation;

import org.jspecify.annotations.NullMarked;
