/** Step 10: Kafka with an outbox, which is this shop in small. */
@NullMarked
package io.flashsale.steps.step10;

import org.jspecify.annotations.NullMarked;
