/** Step 2: a monitor. */
@NullMarked
package io.flashsale.steps.step02;

import org.jspecify.annotations.NullMarked;
