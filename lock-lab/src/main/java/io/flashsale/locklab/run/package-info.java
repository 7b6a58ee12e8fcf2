/** Runs scenarios on real processes and servers, and reports what came of it. */
@NullMarked
package io.flashsale.locklab.run;

import org.jspecify.annotations.NullMarked;
