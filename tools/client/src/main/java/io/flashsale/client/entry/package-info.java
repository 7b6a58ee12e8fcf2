/** Entry to a sale that asks for purchase tickets, as docs/fair-entry.md describes it. */
@NullMarked
package io.flashsale.client.entry;

import org.jspecify.annotations.NullMarked;
