/**
 * The runner behind {@code jmeter/run}: from the command line to one line PASS or FAIL. This package is one
 * sequence, and no other code calls it. The subpackages hold what others use.
 */
@NullMarked
package io.flashsale.loadtest;

import org.jspecify.annotations.NullMarked;
