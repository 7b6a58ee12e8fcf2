/** {@code jmeter/verdict}: runs the oversell test against any shop that an adapter describes, and says PASS or FAIL. */
@NullMarked
package io.flashsale.judge;

import org.jspecify.annotations.NullMarked;
