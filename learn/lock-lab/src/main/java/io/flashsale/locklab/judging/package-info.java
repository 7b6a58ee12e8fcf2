/** Puts a contributed lock through all of the lab's trials and looks for an order of commands that breaks it. */
@NullMarked
package io.flashsale.locklab.judging;

import org.jspecify.annotations.NullMarked;
