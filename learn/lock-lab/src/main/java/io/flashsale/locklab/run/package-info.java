/** Runs scenarios on real processes and servers and reports the results. */
@NullMarked
package io.flashsale.locklab.run;

import org.jspecify.annotations.NullMarked;
