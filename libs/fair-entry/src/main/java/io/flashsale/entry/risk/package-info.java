/** Rules on which shoppers have to work more, or to wait, before entering a sale. See docs/entry-work.md. */
@NullMarked
package io.flashsale.entry.risk;

import org.jspecify.annotations.NullMarked;
