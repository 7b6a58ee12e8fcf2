package io.flashsale.order.message;

import io.flashsale.contracts.message.MessageForShopper;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code message}.
 *
 * @param seen whether a page has shown it
 */
record Message(
        long id,
        MessageForShopper.Kind kind,
        long saleId,
        @Nullable Long orderId,
        String title,
        @Nullable Long amountCents,
        @Nullable Instant at,
        Instant createdAt,
        boolean seen) {}
