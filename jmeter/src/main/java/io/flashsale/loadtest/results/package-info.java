/** What JMeter recorded: samples, and what each of them says. */
@NullMarked
package io.flashsale.loadtest.results;

import org.jspecify.annotations.NullMarked;
