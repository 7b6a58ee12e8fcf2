/** {@code learn/lock-lab/cases} on the command line. */
@NullMarked
package io.flashsale.locklab.command;

import org.jspecify.annotations.NullMarked;
