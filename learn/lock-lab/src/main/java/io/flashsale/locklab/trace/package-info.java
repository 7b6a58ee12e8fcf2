/** The data of a run's space-time diagram: each step that was done, and what the servers show of it. */
@NullMarked
package io.flashsale.locklab.trace;

import org.jspecify.annotations.NullMarked;
