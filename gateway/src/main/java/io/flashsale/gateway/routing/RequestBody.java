package io.flashsale.gateway.routing;

import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;

/**
 * A request's body, or why it is refused. Must be closed once it is sent on, because others need the memory.
 *
 * @param kept null if there is no body, or it is refused
 * @param fault why the body is refused; null if it is accepted
 */
public record RequestBody(
        @Nullable BodyBuffer kept, @Nullable ProblemType fault) implements AutoCloseable {

    /** Whether the request announces no body. */
    public static boolean isNone(HttpServletRequest request) {
        return request.getContentLengthLong() <= 0 && request.getHeader("Transfer-Encoding") == null;
    }

    /** The body to be sent on; null if there is none. Valid until this is closed. */
    public @Nullable HttpEntity entity(@Nullable ContentType type) {
        return kept == null ? null : new ByteArrayEntity(kept.bytes(), 0, kept.length(), type);
    }

    @Override
    public void close() {
        if (kept != null) {
            kept.close();
        }
    }
}
