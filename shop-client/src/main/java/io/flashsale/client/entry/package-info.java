/** Getting into a sale that asks for purchase tickets. docs/fair-entry.md says how. */
@NullMarked
package io.flashsale.client.entry;

import org.jspecify.annotations.NullMarked;
