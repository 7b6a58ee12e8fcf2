/** What came of the rounds of several sessions, in one file, and their sums. */
@NullMarked
package io.flashsale.chaos.campaign;

import org.jspecify.annotations.NullMarked;
