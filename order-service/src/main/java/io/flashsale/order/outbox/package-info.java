/** Messages to Kafka that are sent if, and only if, the transaction that wrote them committed. */
@NullMarked
package io.flashsale.order.outbox;

import org.jspecify.annotations.NullMarked;
