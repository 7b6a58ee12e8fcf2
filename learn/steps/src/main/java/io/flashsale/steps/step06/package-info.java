/** Step 6: a conditional update. */
@NullMarked
package io.flashsale.steps.step06;

import org.jspecify.annotations.NullMarked;
