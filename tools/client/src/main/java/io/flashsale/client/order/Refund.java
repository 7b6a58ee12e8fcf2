package io.flashsale.client.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A charge that paid no order and goes back as a whole, as an administrator sees it.
 *
 * @param chargeId the payment provider's id of the charge
 * @param reason why it goes back
 * @param attempts how often the provider was asked since the refund became due; a manual retry restarts the count
 * @param nextAttemptAt when the provider is asked next; absent if it is not asked any more
 * @param lastError the error of the last attempt
 * @param providerReference the provider's id of the refund, once made
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
