package io.flashsale.gateway.serving;

import io.flashsale.storefront.page.SecurityHeaderWriters;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Answers waiting shoppers ahead of Spring Security and Spring MVC, to save their cost. The answer is the same for
 * all, and each shopper asks every second. Runs after the limit for addresses.
 *
 * <p>Handles only plain numeric paths with a known answer. All other requests continue down the filter chain.
 */
final class ServingFilter extends OncePerRequestFilter {

    private static final String PATTERN = "/api/sales/{saleId}/entry/serving";
    private static final String BEFORE_ID = "/api/sales/";
    private static final String AFTER_ID = "/entry/serving";
    private static final int MAX_DIGITS = 18; // fits into a long for sure
    private static final String CACHE_CONTROL = "max-age=1, public";

    private final ServingAnswers answers;

    ServingFilter(ServingAnswers answers) {
        this.answers = answers;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long saleId = request.getMethod().equals("GET") ? saleIn(request.getRequestURI()) : -1;
        ServingAnswer answer = saleId < 0 ? null : answers.of(saleId);
        if (answer == null) {
            chain.doFilter(request, response);
            return;
        }
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(context -> context.setPathPattern(PATTERN));
        if (answer.isProblem()) {
            writeProblem(answer, request, response);
            return;
        }
        response.setHeader(HttpHeaders.CACHE_CONTROL, CACHE_CONTROL);
        response.setHeader(HttpHeaders.ETAG, answer.etag());
        SecurityHeaderWriters.write(request, response);
        if (answer.etag().equals(request.getHeader(HttpHeaders.IF_NONE_MATCH))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(answer.body().length);
        response.getOutputStream().write(answer.body());
    }

    private static void writeProblem(ServingAnswer answer, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        SecurityHeaderWriters.write(request, response);
        response.setStatus(answer.status());
        if (answer.status() == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
        }
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(answer.body().length);
        response.getOutputStream().write(answer.body());
    }

    /** The sale's id in this path; negative if it is another path or has no number. */
    private static long saleIn(String path) {
        int from = BEFORE_ID.length();
        int to = path.length() - AFTER_ID.length();
        if (to <= from || to - from > MAX_DIGITS || !path.endsWith(AFTER_ID) || !path.startsWith(BEFORE_ID)) {
            return -1;
        }
        for (int i = from; i < to; i++) {
            if (path.charAt(i) < '0' || path.charAt(i) > '9') {
                return -1;
            }
        }
        return Long.parseLong(path, from, to, 10);
    }
}
