/** Bring your own lock: a class compiled from one file outside the lab and run in worker processes. */
@NullMarked
package io.flashsale.locklab.own;

import org.jspecify.annotations.NullMarked;
