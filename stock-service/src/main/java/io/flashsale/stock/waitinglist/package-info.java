/** The waiting list of a sold-out sale: units that come back are offered to the next in line. */
@NullMarked
package io.flashsale.stock.waitinglist;

import org.jspecify.annotations.NullMarked;
