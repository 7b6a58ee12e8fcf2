/** Step 5: a lock of Redisson, which is renewed. */
@NullMarked
package io.flashsale.steps.step05;

import org.jspecify.annotations.NullMarked;
