package io.flashsale.auditor.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of a sale saw.
 *
 * @param accepted each answer 202
 * @param indeterminateUsers the user of each request without an answer, which may have been accepted
 */
public record ClientRecord(List<Accepted> accepted, List<Long> indeterminateUsers) {

    public ClientRecord {
        accepted = List.copyOf(accepted);
        indeterminateUsers = List.copyOf(indeterminateUsers);
    }

    /** @param userId who received the answer; null if the record does not say */
    public record Accepted(long orderId, @Nullable Long userId) {}
}
