/** Bring your own lock: a class that is none of the lab's, compiled from one file, and carried out in worker processes. */
@NullMarked
package io.flashsale.locklab.own;

import org.jspecify.annotations.NullMarked;
