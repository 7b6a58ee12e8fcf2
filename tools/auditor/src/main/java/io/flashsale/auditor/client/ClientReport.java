package io.flashsale.auditor.client;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link ClientRecord} as JSON; ids are strings, and both lists are optional. */
public record ClientReport(
        @Size(max = MAX_ENTRIES) @Nullable List<@NotNull @Valid Answer> accepted,
        @Size(max = MAX_ENTRIES) @Nullable List<@NotNull Long> indeterminateUsers) {

    static final int MAX_ENTRIES = 1_000_000;

    /** One answer 202. */
    public record Answer(@NotNull Long orderId, @Nullable Long userId) {}

    public ClientRecord record() {
        return new ClientRecord(
                accepted == null
                        ? List.of()
                        : accepted.stream()
                                .map(answer -> new ClientRecord.Accepted(answer.orderId(), answer.userId()))
                                .toList(),
                indeterminateUsers == null ? List.of() : indeterminateUsers);
    }
}
