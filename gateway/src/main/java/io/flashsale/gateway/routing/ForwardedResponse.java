package io.flashsale.gateway.routing;

import io.flashsale.commons.security.CurrentUser;
import io.flashsale.gateway.edge.Refusal;
import io.flashsale.gateway.upstream.UpstreamRequest;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.stereotype.Component;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Passes a service's answer to the caller.
 *
 * <p>An ordinary answer is read whole first, so that a slow caller does not hold the service's connection ({@link
 * KeptAnswers}). If it is too large, or memory is short, it becomes one of the few {@link LargeAnswers}. Event
 * streams have connections of their own.
 *
 * @param unavailable sent when the service fails before the first byte went to the caller, or when too many callers
 *     read slowly
 * @param place among the streams, given back at the end; null for an ordinary answer
 */
record ForwardedResponse(
        ClassicHttpResponse answer,
        UpstreamRequest outgoing,
        Refusal unavailable,
        Bounds bounds,
        OpenStreams.@Nullable Place place)
        implements ServerResponse {

    private static final int MAX_KEPT_BYTES = 65_536;
    private static final int BUFFER_BYTES = 8 * 1024;
    private static final String EVENT_STREAM = "text/event-stream";

    /** The limits on what answers may hold in the gateway and the services. */
    @Component
    record Bounds(OpenStreams streams, BufferBudget buffers, KeptAnswers kept, LargeAnswers large) {}

    @Override
    public HttpStatusCode statusCode() {
        return HttpStatusCode.valueOf(answer.getCode());
    }

    @Override
    public HttpHeaders headers() {
        return HttpHeaders.EMPTY;
    }

    @Override
    public MultiValueMap<String, Cookie> cookies() {
        return new LinkedMultiValueMap<>();
    }

    @Override
    public @Nullable ModelAndView writeTo(HttpServletRequest request, HttpServletResponse response, Context context)
            throws IOException {
        try {
            write(request, response);
        } finally {
            if (place != null) {
                place.close();
            }
        }
        return null;
    }

    private void write(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpEntity body = answer.getEntity();
        if (body == null) {
            copyHead(response);
            Header length = answer.getFirstHeader("Content-Length"); // the answer to HEAD has one, but no body
            if (length != null) {
                response.setHeader("Content-Length", length.getValue());
            }
            answer.close();
            return;
        }
        boolean complete = false;
        try {
            complete = isEventStream(body) ? copyStream(body, response) : copyBody(body, request, response);
        } finally {
            if (complete) {
                answer.close();
            } else {
                outgoing.cancel();
            }
        }
    }

    private void copyHead(HttpServletResponse response) {
        response.setStatus(answer.getCode());
        ProxyHeaders.copy(answer, response);
    }

    private static boolean isEventStream(HttpEntity body) {
        String type = body.getContentType();
        return type != null && type.regionMatches(true, 0, EVENT_STREAM, 0, EVENT_STREAM.length());
    }

    private boolean copyBody(HttpEntity body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try (BodyBuffer kept = new BodyBuffer(bounds.buffers().of(request.getRemoteAddr()))) {
            if (!isWhole(kept, body)) {
                return passOn(kept, body, request, response);
            }
            answer.close();
            copyHead(response);
            response.setContentLength(kept.length());
            sendKept(kept, response.getOutputStream());
            return true;
        } catch (TruncatedResponseException serviceFailed) {
            if (response.isCommitted()) {
                // The caller must notice the truncation: an exception makes Tomcat cut the connection.
                throw serviceFailed;
            }
            unavailable.writeTo(response);
            return false;
        }
    }

    private void sendKept(BodyBuffer kept, OutputStream to) throws TruncatedResponseException {
        try {
            if (bounds.kept().write(kept, to)) {
                return;
            }
        } catch (IOException callerHasGone) {
            return;
        }
        throw new TruncatedResponseException(new IOException("the caller has taken too long to read it"));
    }

    private static boolean isWhole(BodyBuffer kept, HttpEntity body) throws TruncatedResponseException {
        try {
            return kept.fill(body.getContent(), body.getContentLength(), MAX_KEPT_BYTES);
        } catch (IOException cause) {
            throw new TruncatedResponseException(cause);
        }
    }

    /** Writes what is buffered, and then the rest as it arrives. */
    private boolean passOn(
            BodyBuffer beginning, HttpEntity body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        LargeAnswers.Passing passing = bounds.large().take(request.getRemoteAddr(), outgoing);
        if (passing == null) {
            unavailable.writeTo(response);
            return false;
        }
        try (passing) {
            copyHead(response);
            if (body.getContentLength() >= 0) {
                response.setContentLengthLong(body.getContentLength());
            }
            OutputStream to = response.getOutputStream();
            Caller caller = (bytes, length) -> passing.write(to, bytes, length);
            boolean taken = isTaken(beginning.bytes(), beginning.length(), caller);
            beginning.close();
            return taken && copy(body, caller);
        }
    }

    /** A stream has no end to miss: if the service breaks off, the browser reconnects. */
    private boolean copyStream(HttpEntity body, HttpServletResponse response) throws IOException {
        OpenStreams streams = bounds.streams();
        streams.add(outgoing, CurrentUser.token());
        try {
            copyHead(response);
            response.flushBuffer();
            OutputStream to = response.getOutputStream();
            return copy(body, (bytes, length) -> {
                to.write(bytes, 0, length);
                to.flush();
            });
        } catch (TruncatedResponseException serviceStopped) {
            return false;
        } finally {
            streams.remove(outgoing);
        }
    }

    /** Takes some bytes, or has disconnected. */
    @FunctionalInterface
    private interface Caller {
        void take(byte[] bytes, int length) throws IOException;
    }

    /** Returns false if the caller has disconnected. */
    private static boolean isTaken(byte[] bytes, int length, Caller caller) {
        try {
            caller.take(bytes, length);
            return true;
        } catch (IOException callerHasGone) {
            return false;
        }
    }

    /** Copies the body; returns false if the caller has disconnected. */
    private static boolean copy(HttpEntity body, Caller caller) throws IOException {
        InputStream from = body.getContent();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = read(from, buffer); read >= 0; read = read(from, buffer)) {
            if (!isTaken(buffer, read, caller)) {
                return false;
            }
        }
        return true;
    }

    private static int read(InputStream from, byte[] buffer) throws TruncatedResponseException {
        try {
            return from.read(buffer);
        } catch (IOException cause) {
            throw new TruncatedResponseException(cause);
        }
    }

    /** The service broke off its answer. */
    private static final class TruncatedResponseException extends IOException {

        private static final long serialVersionUID = 1L;

        private TruncatedResponseException(IOException cause) {
            super("the service broke off its answer", cause);
        }
    }
}
