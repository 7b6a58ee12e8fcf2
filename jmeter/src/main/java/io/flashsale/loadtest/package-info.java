/**
 * The runner behind {@code jmeter/run}: from the command line to one line PASS or FAIL. What has users of its own is in the
 * subpackages; what is here is one sequence, and nothing of it is called from outside.
 */
@NullMarked
package io.flashsale.loadtest;

import org.jspecify.annotations.NullMarked;
