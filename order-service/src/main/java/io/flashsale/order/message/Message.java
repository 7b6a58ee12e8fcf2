package io.flashsale.order.message;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.contracts.message.MessageForShopper;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code message}, as its shopper sees it.
 *
 * @param seen whether a page has shown it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Message(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        MessageForShopper.Kind kind,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,

        @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
        Long orderId,

        String title,
        @Nullable Long amountCents,
        @Nullable Instant at,
        Instant createdAt,
        boolean seen) {}
