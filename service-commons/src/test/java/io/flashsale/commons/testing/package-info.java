/** What the integration tests of every service stand on: its HTTP side, and tokens that it accepts. */
@NullMarked
package io.flashsale.commons.testing;

import org.jspecify.annotations.NullMarked;
