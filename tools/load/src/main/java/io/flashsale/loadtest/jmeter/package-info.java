/** JMeter's installation, and one run of it. */
@NullMarked
package io.flashsale.loadtest.jmeter;

import org.jspecify.annotations.NullMarked;
