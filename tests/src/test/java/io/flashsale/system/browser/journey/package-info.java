/** The journey of a click in a browser. */
@NullMarked
package io.flashsale.system.browser.journey;

import org.jspecify.annotations.NullMarked;
