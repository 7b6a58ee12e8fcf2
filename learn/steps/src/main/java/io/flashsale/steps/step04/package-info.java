/** Step 4: a lock in Redis with SETNX. */
@NullMarked
package io.flashsale.steps.step04;

import org.jspecify.annotations.NullMarked;
