package io.flashsale.order.refund;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code refund}: a whole charge that goes back.
 *
 * @param attempts calls to the provider since it became due or was last retried by an administrator
 * @param nextAttemptAt time of the next attempt; void once the provider has answered
 * @param lastError error of the last failed attempt
 * @param providerReference the provider's name for the refund; absent until it was made
 */
record Refund(
        long id,
        String chargeId,
        long orderId,
        long amountCents,
        RefundReason reason,
        RefundState state,
        int attempts,
        Instant nextAttemptAt,
        @Nullable String lastError,
        @Nullable String providerReference,
        Instant createdAt,
        @Nullable Instant refundedAt) {

    /** Identifies repetitions to the provider: a charge has one refund, however often it is tried. */
    String idempotencyKey() {
        return "refund-" + chargeId;
    }
}
