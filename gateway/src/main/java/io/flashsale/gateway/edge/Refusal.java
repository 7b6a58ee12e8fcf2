package io.flashsale.gateway.edge;

import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A problem with prepared bytes, because the gateway gives the same few refusals very often.
 *
 * @param retryAfterSeconds 0 if a retry is useless
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Refusal(ProblemType type, byte[] body, long retryAfterSeconds) implements ServerResponse {

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

    @Override
    public @Nullable ModelAndView writeTo(HttpServletRequest request, HttpServletResponse response, Context context)
            throws IOException {
        writeTo(response);
        return null;
    }

    @Override
    public HttpStatusCode statusCode() {
        return HttpStatusCode.valueOf(type.status());
    }

    @Override
    public HttpHeaders headers() {
        return HttpHeaders.EMPTY;
    }

    @Override
    public MultiValueMap<String, Cookie> cookies() {
        return new LinkedMultiValueMap<>();
    }
}
