package io.flashsale.order.refund;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code refund}: a charge that goes back, whole.
 *
 * @param attempts how often the provider was asked since it became due, or since an administrator had it tried again
 * @param nextAttemptAt when it is asked next, unless it has answered meanwhile
 * @param lastError what the last attempt failed with
 * @param providerReference what the provider calls the refund; absent until it was made
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

    /** By which the provider knows a repetition: there is one refund of a charge, however often it is tried. */
    String idempotencyKey() {
        return "refund-" + chargeId;
    }
}
