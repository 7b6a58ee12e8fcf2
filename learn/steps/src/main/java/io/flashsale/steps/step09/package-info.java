/** Step 9: a queue between the click and MySQL. */
@NullMarked
package io.flashsale.steps.step09;

import org.jspecify.annotations.NullMarked;
