package io.flashsale.gateway.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
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

    /** For an answer that is written by hand: in place of those that every answer has. */
    public void setOn(HttpServletResponse response) {
        headers.forEach(response::setHeader);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        setOn(response);
        return true;
    }
}
