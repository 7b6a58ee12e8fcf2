/** Puts a lock that somebody has brought through everything that the lab knows, and looks for the order of commands that breaks it. */
@NullMarked
package io.flashsale.locklab.judging;

import org.jspecify.annotations.NullMarked;
