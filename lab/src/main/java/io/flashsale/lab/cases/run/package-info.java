/** Plays scenarios on real processes and servers, and reports what came of it. */
@NullMarked
package io.flashsale.lab.cases.run;

import org.jspecify.annotations.NullMarked;
