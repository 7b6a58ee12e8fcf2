/** JMeter's results: the samples and their meaning. */
@NullMarked
package io.flashsale.loadtest.results;

import org.jspecify.annotations.NullMarked;
