/** Step 3: a row lock, for two instances. */
@NullMarked
package io.flashsale.steps.step03;

import org.jspecify.annotations.NullMarked;
