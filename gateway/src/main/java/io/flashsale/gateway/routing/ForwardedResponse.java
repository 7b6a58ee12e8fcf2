package io.flashsale.gateway.routing;

import io.flashsale.commons.security.CurrentUser;
import io.flashsale.gateway.refusal.Refusal;
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
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;

/** A service's answer on its way to the caller. Nothing is kept of it but what one read brought. */
final class ForwardedResponse implements ServerResponse {

    private static final int BUFFER_BYTES = 8 * 1024;
    private static final String EVENT_STREAM = "text/event-stream";

    private final ClassicHttpResponse answer;
    private final UpstreamRequest outgoing;
    private final Refusal ifTruncated;
    private final OpenStreams streams;
    private final OpenStreams.@Nullable Place place;

    /**
     * @param ifTruncated sent when the service breaks off before the caller has got anything
     * @param place among the streams, given back at the end; null for an ordinary answer
     */
    ForwardedResponse(
            ClassicHttpResponse answer,
            UpstreamRequest outgoing,
            Refusal ifTruncated,
            OpenStreams streams,
            OpenStreams.@Nullable Place place) {
        this.answer = answer;
        this.outgoing = outgoing;
        this.ifTruncated = ifTruncated;
        this.streams = streams;
        this.place = place;
    }

    @Nullable
    String header(String name) {
        Header header = answer.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

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
            write(response);
        } finally {
            if (place != null) {
                place.close();
            }
        }
        return null;
    }

    private void write(HttpServletResponse response) throws IOException {
        response.setStatus(answer.getCode());
        ProxyHeaders.copy(answer, response);
        HttpEntity body = answer.getEntity();
        if (body == null) {
            copyLength(response);
            answer.close();
            return;
        }
        boolean complete = false;
        try {
            complete = isEventStream(body) ? copyStream(body, response) : copyBody(body, response);
        } finally {
            if (complete) {
                answer.close();
            } else {
                outgoing.cancel();
            }
        }
    }

    /** The answer to HEAD has a length but no body. */
    private void copyLength(HttpServletResponse response) {
        String length = header("Content-Length");
        if (length != null) {
            response.setHeader("Content-Length", length);
        }
    }

    private static boolean isEventStream(HttpEntity body) {
        String type = body.getContentType();
        return type != null && type.regionMatches(true, 0, EVENT_STREAM, 0, EVENT_STREAM.length());
    }

    private boolean copyBody(HttpEntity body, HttpServletResponse response) throws IOException {
        long length = body.getContentLength();
        if (length >= 0) {
            response.setContentLengthLong(length);
        }
        try {
            return copy(body, response, false);
        } catch (TruncatedResponseException serviceFailed) {
            if (response.isCommitted()) {
                // The caller must see that something is missing: an exception makes Tomcat cut the connection.
                throw serviceFailed;
            }
            response.reset();
            ifTruncated.writeTo(response);
            return false;
        }
    }

    /** A stream has no end that could be missed: when the service breaks off, the browser simply connects again. */
    private boolean copyStream(HttpEntity body, HttpServletResponse response) throws IOException {
        streams.add(outgoing, CurrentUser.token());
        try {
            response.flushBuffer();
            return copy(body, response, true);
        } catch (TruncatedResponseException serviceStopped) {
            return false;
        } finally {
            streams.remove(outgoing);
        }
    }

    /** Whether all of it was copied; false when the caller has gone. */
    private static boolean copy(HttpEntity body, HttpServletResponse response, boolean eachAtOnce) throws IOException {
        InputStream from = body.getContent();
        OutputStream to = response.getOutputStream();
        long length = body.getContentLength();
        byte[] buffer = new byte[length >= 0 && length < BUFFER_BYTES ? (int) length + 1 : BUFFER_BYTES];
        for (int read = read(from, buffer); read >= 0; read = read(from, buffer)) {
            try {
                to.write(buffer, 0, read);
                if (eachAtOnce) {
                    to.flush();
                }
            } catch (IOException callerHasGone) {
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

    /** The service ended its answer before the end. */
    private static final class TruncatedResponseException extends IOException {

        private static final long serialVersionUID = 1L;

        private TruncatedResponseException(IOException cause) {
            super("the service broke off its answer", cause);
        }
    }
}
