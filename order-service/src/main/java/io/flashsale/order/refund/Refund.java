package io.flashsale.order.refund;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code refund}, as administrators see it: a whole charge that goes back.
 *
 * @param attempts calls to the provider since it became due or was last retried by an administrator
 * @param nextAttemptAt time of the next attempt; absent unless one is due
 * @param lastError error of the last failed attempt
 * @param providerReference the provider's name for the refund; absent until it was made
 */
record Refund(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        String chargeId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
        long amountCents,
        RefundReason reason,
        State state,
        int attempts,
        @Nullable Instant nextAttemptAt,
        @Nullable String lastError,
        @Nullable String providerReference,
        Instant createdAt,
        @Nullable Instant refundedAt) {

    enum State {
        /** The provider is asked repeatedly. */
        DUE,
        /** The provider refused, or all attempts went unanswered: an administrator has to look. */
        FAILED,
        /** The provider made it. */
        REFUNDED
    }

    Refund {
        nextAttemptAt = state == State.DUE ? nextAttemptAt : null;
    }

    /** Identifies repetitions to the provider: a charge has one refund, however often it is tried. */
    String idempotencyKey() {
        return "refund-" + chargeId;
    }
}
