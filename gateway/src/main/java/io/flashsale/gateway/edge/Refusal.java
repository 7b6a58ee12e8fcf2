package io.flashsale.gateway.edge;

import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A problem with prepared bytes, because the gateway gives the same few refusals very often.
 *
 * @param retryAfterSeconds 0 if a retry is useless
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Refusal(ProblemType type, byte[] body, long retryAfterSeconds) {

    public Refusal retryAfter(long seconds) {
        return new Refusal(type, body, seconds);
    }

    /** Completes the response with this refusal; headers that are already set stay. */
    public void writeTo(HttpServletResponse response) throws IOException {
        response.setStatus(type.status());
        if (retryAfterSeconds > 0) {
            response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(retryAfterSeconds));
        }
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** The answer of a route that refuses. */
    public ServerResponse asResponse() {
        return ServerResponse.status(type.status()).build((request, response) -> {
            writeTo(response);
            return null;
        });
    }
}
