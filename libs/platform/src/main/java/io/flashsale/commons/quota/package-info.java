/** Tells clients apart, limits what one may hold at one time, and makes those that fail again and again wait. */
@NullMarked
package io.flashsale.commons.quota;

import org.jspecify.annotations.NullMarked;
