/** Public lists in pages that are encoded once for all callers, however many there are and whatever they ask. */
@NullMarked
package io.flashsale.commons.listing;

import org.jspecify.annotations.NullMarked;
