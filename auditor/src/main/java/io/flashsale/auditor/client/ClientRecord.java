package io.flashsale.auditor.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of a sale saw.
 *
 * @param accepted each answer 202
 * @param indeterminateUsers for each request without an answer its user: it may have been accepted or not
 */
public record ClientRecord(List<Accepted> accepted, List<Long> indeterminateUsers) {

    public ClientRecord {
        accepted = List.copyOf(accepted);
        indeterminateUsers = List.copyOf(indeterminateUsers);
    }

    /** @param userId who was answered; null if the record does not say */
    public record Accepted(long orderId, @Nullable Long userId) {}
}
