/** Headers and hashes that all pages of the gateway share. */
@NullMarked
package io.flashsale.gateway.page;

import org.jspecify.annotations.NullMarked;
