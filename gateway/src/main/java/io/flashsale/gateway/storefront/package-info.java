/** Serves the files that a browser loads. */
@NullMarked
package io.flashsale.gateway.storefront;

import org.jspecify.annotations.NullMarked;
