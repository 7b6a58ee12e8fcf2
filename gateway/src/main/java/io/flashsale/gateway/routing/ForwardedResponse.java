package io.flashsale.gateway.routing;

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

    private static final int READ_AT_ONCE = 8 * 1024;
    private static final String EVENT_STREAM = "text/event-stream";

    private final ClassicHttpResponse answer;
    private final UpstreamRequest asked;
    private final Refusal ifBrokenOff;
    private final OpenStreams streams;

    /** @param ifBrokenOff sent when the service breaks off before the caller has got anything */
    ForwardedResponse(ClassicHttpResponse answer, UpstreamRequest asked, Refusal ifBrokenOff, OpenStreams streams) {
        this.answer = answer;
        this.asked = asked;
        this.ifBrokenOff = ifBrokenOff;
        this.streams = streams;
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
        response.setStatus(answer.getCode());
        PassedHeaders.copy(answer, response);
        HttpEntity body = answer.getEntity();
        if (body == null) {
            copyLength(response);
            answer.close();
            return null;
        }
        boolean complete = false;
        try {
            complete = isEventStream(body) ? copyStream(body, response) : copyBody(body, response);
        } finally {
            if (complete) {
                answer.close();
            } else {
                asked.cancel();
            }
        }
        return null;
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
        } catch (BrokenOff serviceFailed) {
            if (response.isCommitted()) {
                // The caller must see that something is missing: an exception makes Tomcat cut the connection.
                throw serviceFailed;
            }
            response.reset();
            ifBrokenOff.writeTo(response);
            return false;
        }
    }

    /** A stream has no end that could be missed: when the service breaks off, the browser simply connects again. */
    private boolean copyStream(HttpEntity body, HttpServletResponse response) throws IOException {
        streams.add(asked);
        try {
            response.flushBuffer();
            return copy(body, response, true);
        } catch (BrokenOff serviceStopped) {
            return false;
        } finally {
            streams.remove(asked);
        }
    }

    /** Whether all of it was copied; false when the caller has gone. */
    private static boolean copy(HttpEntity body, HttpServletResponse response, boolean eachAtOnce) throws IOException {
        InputStream from = body.getContent();
        OutputStream to = response.getOutputStream();
        long length = body.getContentLength();
        byte[] buffer = new byte[length >= 0 && length < READ_AT_ONCE ? (int) length + 1 : READ_AT_ONCE];
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

    private static int read(InputStream from, byte[] buffer) throws BrokenOff {
        try {
            return from.read(buffer);
        } catch (IOException cause) {
            throw new BrokenOff(cause);
        }
    }

    /** The service ended its answer before the end. */
    private static final class BrokenOff extends IOException {

        private static final long serialVersionUID = 1L;

        private BrokenOff(IOException cause) {
            super("the service broke off its answer", cause);
        }
    }
}
