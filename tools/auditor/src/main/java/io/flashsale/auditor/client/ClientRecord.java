package io.flashsale.auditor.client;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of a sale saw. In JSON ids are strings, and either list may be absent.
 *
 * @param accepted each answer 202
 * @param indeterminateUsers the user of each request without an answer, which may have been accepted
 */
public record ClientRecord(
        @Size(max = MAX_ENTRIES) List<@NotNull @Valid Accepted> accepted,
        @Size(max = MAX_ENTRIES) List<@NotNull Long> indeterminateUsers) {

    static final int MAX_ENTRIES = 1_000_000;

    public ClientRecord {
        accepted = Objects.requireNonNullElse(accepted, List.of());
        indeterminateUsers = Objects.requireNonNullElse(indeterminateUsers, List.of());
    }

    /** @param userId who received the answer; null if the record does not say */
    public record Accepted(@NotNull Long orderId, @Nullable Long userId) {}
}
