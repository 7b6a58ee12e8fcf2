/** The waiting room of a sale: numbers, whose turn it is, and purchase tickets. See docs/waiting-room.md. */
@NullMarked
package io.flashsale.entry;

import org.jspecify.annotations.NullMarked;
