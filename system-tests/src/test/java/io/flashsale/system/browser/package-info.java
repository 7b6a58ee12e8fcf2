/** The shop as people use it: in a browser. */
@NullMarked
package io.flashsale.system.browser;

import org.jspecify.annotations.NullMarked;
