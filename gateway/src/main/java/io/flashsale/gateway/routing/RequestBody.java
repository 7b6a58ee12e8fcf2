package io.flashsale.gateway.routing;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.upstream.BodyException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A request's body, read whole before a service is called: bodies are small here, a slow sender then holds no
 * connection to a service, and the service gets a length that nobody can dispute.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RequestBody(byte @Nullable [] bytes, @Nullable ProblemType fault) {

    /** From the first byte to the last, however many come in between. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final RequestBody NONE = new RequestBody(null, null);

    /** Reads it, or says why it is not taken. */
    public static RequestBody read(HttpServletRequest request, DataSize max) {
        return read(request, max, TIMEOUT);
    }

    /** @param timeout for all of it */
    static RequestBody read(HttpServletRequest request, DataSize max, Duration timeout) {
        long declared = request.getContentLengthLong();
        if (declared > max.toBytes()) {
            return new RequestBody(null, ProblemType.PAYLOAD_TOO_LARGE);
        }
        if (isNone(request)) {
            return NONE;
        }
        try (BoundedBody body = new BoundedBody(request.getInputStream(), max, timeout)) {
            return new RequestBody(body.readAllBytes(), null);
        } catch (BodyException notTaken) {
            return new RequestBody(null, notTaken.problem());
        } catch (IOException brokenOff) {
            return new RequestBody(null, ProblemType.INVALID_REQUEST);
        }
    }

    /** Whether the request announces no body. */
    static boolean isNone(HttpServletRequest request) {
        return request.getContentLengthLong() <= 0 && request.getHeader("Transfer-Encoding") == null;
    }
}
