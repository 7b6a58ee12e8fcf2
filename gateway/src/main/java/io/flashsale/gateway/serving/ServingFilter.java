package io.flashsale.gateway.serving;

import io.flashsale.gateway.edge.EarlyAnswer;
import io.flashsale.gateway.routing.CampaignPath;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers waiting shoppers ahead of Spring Security and Spring MVC, to save their cost. The answer is the same for
 * all, and each shopper asks every second. Runs after the limit for addresses.
 *
 * <p>Handles only plain numeric paths with a known answer. All other requests continue down the filter chain.
 */
@Component
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1)
final class ServingFilter extends OncePerRequestFilter {

    private static final CampaignPath PATH = CampaignPath.of("/api/sales/{saleId}/entry/serving");
    private static final String CACHE_CONTROL = "max-age=1, public";

    private final ServingAnswers answers;

    ServingFilter(ServingAnswers answers) {
        this.answers = answers;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ServingAnswer answer = answerTo(request);
        if (answer == null) {
            chain.doFilter(request, response);
            return;
        }
        if (!answer.isProblem()) {
            response.setHeader(HttpHeaders.CACHE_CONTROL, CACHE_CONTROL);
            response.setHeader(HttpHeaders.ETAG, answer.etag());
        } else if (answer.status() == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
        }
        EarlyAnswer.begin(request, response, PATH.pattern());
        if (!answer.isProblem() && answer.etag().equals(request.getHeader(HttpHeaders.IF_NONE_MATCH))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setStatus(answer.status());
        response.setContentType(
                answer.isProblem() ? MediaType.APPLICATION_PROBLEM_JSON_VALUE : MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(answer.body().length);
        response.getOutputStream().write(answer.body());
    }

    private @Nullable ServingAnswer answerTo(HttpServletRequest request) {
        OptionalLong saleId = PATH.idIn(request.getRequestURI());
        return request.getMethod().equals("GET") && saleId.isPresent() ? answers.of(saleId.getAsLong()) : null;
    }
}
