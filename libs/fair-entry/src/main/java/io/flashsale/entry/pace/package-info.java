/** Adapts the pace of waiting rooms to the load of the shop. */
@NullMarked
package io.flashsale.entry.pace;

import org.jspecify.annotations.NullMarked;
