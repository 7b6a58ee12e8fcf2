/** Tells clients apart, limits what each may hold at a time, and makes clients that keep failing wait. */
@NullMarked
package io.flashsale.commons.quota;

import org.jspecify.annotations.NullMarked;
