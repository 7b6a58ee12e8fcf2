package io.flashsale.gateway.routing;

import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A request's body, read whole before a service is called: bodies are small here, a slow sender then holds no
 * connection to a service, and the service gets a length that nobody can dispute.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RequestBody(byte @Nullable [] bytes, @Nullable ProblemType fault) {

    private static final RequestBody NONE = new RequestBody(null, null);

    /** Reads it, or says why it is not taken. */
    public static RequestBody read(HttpServletRequest request, DataSize max) {
        long declared = request.getContentLengthLong();
        if (declared > max.toBytes()) {
            return new RequestBody(null, ProblemType.PAYLOAD_TOO_LARGE);
        }
        if (declared <= 0 && request.getHeader("Transfer-Encoding") == null) {
            return NONE;
        }
        try {
            byte[] bytes = request.getInputStream().readNBytes((int) max.toBytes() + 1);
            return bytes.length > max.toBytes()
                    ? new RequestBody(null, ProblemType.PAYLOAD_TOO_LARGE)
                    : new RequestBody(bytes, null);
        } catch (IOException brokenOff) {
            return new RequestBody(null, ProblemType.INVALID_REQUEST);
        }
    }
}
