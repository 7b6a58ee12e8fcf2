/** The shop in a real browser. */
@NullMarked
package io.flashsale.system.browser;

import org.jspecify.annotations.NullMarked;
