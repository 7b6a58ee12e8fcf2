package io.flashsale.gateway.storefront;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.servlet.HandlerInterceptor;

/** What a page of ours may do in a browser: load its own files and talk to its own server, nothing else. */
final class PageHeaders implements HandlerInterceptor {

    private static final String POLICY = policy("");

    /** @param inlineScript the hash of a script that stands in the page itself */
    static String policy(String inlineScript) {
        return String.join(
                "; ",
                "default-src 'none'",
                ("script-src 'self' " + inlineScript).strip(),
                "style-src 'self'",
                "img-src 'self'",
                "connect-src 'self'",
                "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors 'none'");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "same-origin");
        return true;
    }
}
