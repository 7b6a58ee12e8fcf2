/** How fast waiting rooms are served. */
@NullMarked
package io.flashsale.stock.entry.pace;

import org.jspecify.annotations.NullMarked;
