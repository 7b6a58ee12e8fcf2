/** Headers and hashes that all pages of the gateway share. */
@NullMarked
package io.flashsale.storefront.page;

import org.jspecify.annotations.NullMarked;
