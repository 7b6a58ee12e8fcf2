/** Step 8: a Lua script in Redis, which refuses without SQL. */
@NullMarked
package io.flashsale.steps.step08;

import org.jspecify.annotations.NullMarked;
