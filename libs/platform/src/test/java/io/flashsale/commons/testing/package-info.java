/** The basis of every service's integration tests: its HTTP side, and tokens that it accepts. */
@NullMarked
package io.flashsale.commons.testing;

import org.jspecify.annotations.NullMarked;
