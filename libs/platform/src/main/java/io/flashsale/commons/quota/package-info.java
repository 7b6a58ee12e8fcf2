/** Tells clients apart, and limits what one may hold at one time. For rates there are token buckets. */
@NullMarked
package io.flashsale.commons.quota;

import org.jspecify.annotations.NullMarked;
