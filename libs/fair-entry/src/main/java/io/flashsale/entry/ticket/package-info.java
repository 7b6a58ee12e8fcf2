/** The texts that shoppers carry: passes, which prove a number, and purchase tickets, which buy. */
@NullMarked
package io.flashsale.entry.ticket;

import org.jspecify.annotations.NullMarked;
