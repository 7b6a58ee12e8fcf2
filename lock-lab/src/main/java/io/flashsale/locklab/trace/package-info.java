/** What was done in a run, step by step, and what can be seen of it at the servers: the stuff of its space-time diagram. */
@NullMarked
package io.flashsale.locklab.trace;

import org.jspecify.annotations.NullMarked;
