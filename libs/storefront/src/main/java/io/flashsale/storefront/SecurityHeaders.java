package io.flashsale.storefront;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.web.servlet.HandlerInterceptor;

/** Adds a content policy to each answer, and headers that stop browsers from guessing types or leaking addresses. */
final class SecurityHeaders implements HandlerInterceptor {

    private final Map<String, String> headers;

    SecurityHeaders(ContentSecurityPolicy policy) {
        this.headers = Map.of(
                "Content-Security-Policy", policy.header(),
                "X-Content-Type-Options", "nosniff",
                "Referrer-Policy", "same-origin");
    }

    /** Sets the headers on an answer that is written by hand, in place of the default ones. */
    void setOn(HttpServletResponse response) {
        headers.forEach(response::setHeader);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        setOn(response);
        return true;
    }
}
