package io.flashsale.gateway.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerInterceptor;

/** Sends a policy with each answer, and what else keeps a browser from guessing or telling. */
public final class SecurityHeaders implements HandlerInterceptor {

    private final Map<String, String> headers;

    public SecurityHeaders(ContentSecurityPolicy policy) {
        this.headers = Map.of(
                "Content-Security-Policy", policy.header(),
                "X-Content-Type-Options", "nosniff",
                "Referrer-Policy", "same-origin");
    }

    /** For an answer that is written by hand. */
    public void addTo(HttpHeaders answer) {
        headers.forEach(answer::set);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        headers.forEach(response::setHeader);
        return true;
    }
}
