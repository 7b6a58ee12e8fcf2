/** The journey of a click as people see it, in a browser. */
@NullMarked
package io.flashsale.system.browser.journey;

import org.jspecify.annotations.NullMarked;
