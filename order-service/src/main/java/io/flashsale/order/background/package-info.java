/** Work that goes on by itself while the service runs. */
@NullMarked
package io.flashsale.order.background;

import org.jspecify.annotations.NullMarked;
