/** Serves the files that a browser loads. */
@NullMarked
package io.flashsale.storefront;

import org.jspecify.annotations.NullMarked;
