/** What all pages of the gateway have in common, whatever they show. */
@NullMarked
package io.flashsale.gateway.page;

import org.jspecify.annotations.NullMarked;
