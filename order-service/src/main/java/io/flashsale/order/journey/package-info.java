/** The journey of a click: what became of it, stop by stop, and the rows that it left. See docs/journey.md. */
@NullMarked
package io.flashsale.order.journey;

import org.jspecify.annotations.NullMarked;
