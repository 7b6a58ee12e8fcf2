package io.flashsale.commons.problem;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses a useless Content-Type: an unreadable one, a range such as {@code *}{@code /*}, or multipart, which
 * nothing here accepts. Readers of bodies rely on it; otherwise they would answer with a fault of ours. Runs after the
 * token check.
 */
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 2)
public final class ContentTypeFilter extends OncePerRequestFilter {

    private final ProblemResponses problems;

    ContentTypeFilter(ProblemResponses problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (accepts(request)) {
            chain.doFilter(request, response);
            return;
        }
        SecurityLog.refused(Refusal.MALFORMED, request, 0);
        problems.write(response, ProblemType.UNSUPPORTED_MEDIA_TYPE);
    }

    /** Whether the request names no type, or a useful one. */
    public static boolean accepts(HttpServletRequest request) {
        String type = request.getContentType();
        return type == null || type.equals(MediaType.APPLICATION_JSON_VALUE) || saysWhatComes(type);
    }

    private static boolean saysWhatComes(String type) {
        try {
            MediaType parsed = MediaType.parseMediaType(type);
            return parsed.isConcrete() && !parsed.getType().equalsIgnoreCase("multipart");
        } catch (InvalidMediaTypeException unreadable) {
            return false;
        }
    }
}
