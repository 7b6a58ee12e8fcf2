/** The answers of the entry's scripts: one sealed interface for each script that has several. */
@NullMarked
package io.flashsale.entry.outcome;

import org.jspecify.annotations.NullMarked;
