package io.flashsale.commons;

import io.flashsale.commons.tracing.TraceParent;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives each request an id that appears in its log lines, its answer, and the messages that it causes.
 *
 * <p>Log lines of a followed click also have the ids of its trace and its span.
 *
 * <p>A well-formed id of the caller is kept. Any other is replaced, so that callers cannot write into our logs. An
 * id that marks a followed click is replaced, too, because we select these clicks ourselves.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class CorrelationIdFilter extends OncePerRequestFilter {

    public static final String HEADER = "X-Correlation-Id";

    /** The key under which the logging context and the request's attributes hold the id. */
    public static final String KEY = "correlationId";

    /** The keys of a followed click in the logging context, which are names of the Elastic Common Schema. */
    static final String TRACE = "trace.id";

    static final String SPAN = "span.id";

    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9-]{8,64}");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        setOn(request, response, idOf(request.getHeader(HEADER)));
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.clear();
        }
    }

    /** Replaces the id of the request from now on. */
    public static void setOn(HttpServletRequest request, HttpServletResponse response, String id) {
        MDC.put(KEY, id);
        TraceParent.of(id).ifPresent(click -> {
            MDC.put(TRACE, click.traceId());
            MDC.put(SPAN, click.spanId());
        });
        request.setAttribute(KEY, id);
        response.setHeader(HEADER, id);
    }

    /** Whether the id may go into logs and messages. */
    public static boolean isWellFormed(@Nullable String id) {
        return id != null && WELL_FORMED.matcher(id).matches();
    }

    private static String idOf(@Nullable String given) {
        if (given != null && isWellFormed(given) && !TraceParent.isIn(given)) {
            return given;
        }
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
