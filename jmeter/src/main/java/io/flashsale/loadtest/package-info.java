/** The runner behind {@code jmeter/run}: from the command line to one line PASS or FAIL. */
@NullMarked
package io.flashsale.loadtest;

import org.jspecify.annotations.NullMarked;
