package io.flashsale.commons.adminchange;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change that an administrator has asked for.
 *
 * @param address that the request came from
 * @param body the beginning of what was sent; null while that is not known
 * @param status of the answer; null if the service ended before there was one: then nobody knows from this whether it was made
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

    /** As they are listed. */
    public record Items(List<AdminChange> items) {}
}
