/** Step 1: read, test, write. */
@NullMarked
package io.flashsale.steps.step01;

import org.jspecify.annotations.NullMarked;
