/** Be the scheduler: a visitor chooses, command by command, which real client continues, to sell one unit twice. */
@NullMarked
package io.flashsale.locklab.scheduler;

import org.jspecify.annotations.NullMarked;
