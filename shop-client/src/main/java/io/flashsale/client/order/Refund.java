package io.flashsale.client.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A charge that paid no order and goes back, whole, as an administrator sees it.
 *
 * @param chargeId what the payment provider calls the charge
 * @param reason why it goes back
 * @param attempts how often the provider was asked since it became due, or since somebody had it tried again
 * @param nextAttemptAt when it is asked next; absent where it is not asked any more
 * @param lastError what the last attempt failed with
 * @param providerReference what the provider calls the refund, once it is made
 */
public record Refund(
        long id,
        String chargeId,
        long orderId,
        long amountCents,
        RefundReason reason,
        RefundState state,
        int attempts,
        @Nullable Instant nextAttemptAt,
        @Nullable String lastError,
        @Nullable String providerReference,
        Instant createdAt,
        @Nullable Instant refundedAt) {}
