/** The journey of a click: each stop, its outcome and the rows it left. See docs/journey.md. */
@NullMarked
package io.flashsale.order.journey;

import org.jspecify.annotations.NullMarked;
