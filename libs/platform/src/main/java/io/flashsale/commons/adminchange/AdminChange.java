package io.flashsale.commons.adminchange;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change that an administrator requested.
 *
 * @param address from which the request came
 * @param body the beginning of the request's body; null while it is unknown
 * @param status of the answer; null if the service ended before. Then the record does not tell whether the change
 *     was made
 */
public record AdminChange(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        Instant at,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long accountId,
        String username,
        String address,
        String correlationId,
        String method,
        String path,
        @Nullable String body,
        @Nullable Integer status) {

    public record Items(List<AdminChange> items) {}
}
