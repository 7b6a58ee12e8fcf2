package io.flashsale.commons.problem;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Refuses a useless Content-Type: an unreadable one, a range such as {@code *}{@code /*}, or multipart, which
 * nothing here accepts. Readers of bodies rely on it; otherwise they would answer with a fault of ours.
 */
final class ContentTypeFilter extends OncePerRequestFilter {

    private final byte[] refusal;

    ContentTypeFilter(JsonMapper json) {
        this.refusal = json.writeValueAsString(Problems.of(ProblemType.UNSUPPORTED_MEDIA_TYPE))
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String type = request.getContentType();
        if (type == null || type.equals(MediaType.APPLICATION_JSON_VALUE) || saysWhatComes(type)) {
            chain.doFilter(request, response);
            return;
        }
        SecurityLog.refused(Refusal.MALFORMED, request, 0);
        response.setStatus(ProblemType.UNSUPPORTED_MEDIA_TYPE.status());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(refusal.length);
        response.getOutputStream().write(refusal);
    }

    static boolean saysWhatComes(String type) {
        try {
            MediaType parsed = MediaType.parseMediaType(type);
            return parsed.isConcrete() && !parsed.getType().equalsIgnoreCase("multipart");
        } catch (InvalidMediaTypeException unreadable) {
            return false;
        }
    }
}
