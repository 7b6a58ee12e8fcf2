/** Step 7: a unique key, for one order per user. */
@NullMarked
package io.flashsale.steps.step07;

import org.jspecify.annotations.NullMarked;
