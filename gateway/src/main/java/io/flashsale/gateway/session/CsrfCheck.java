package io.flashsale.gateway.session;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;

/**
 * Tells requests of our own pages from those that a foreign page makes a browser send (CSRF).
 *
 * <p>Our pages send a header that a foreign page could add only if our CORS rules allowed it, and they never do. In
 * addition, the browser's own statements about the origin must agree.
 */
final class CsrfCheck {

    /** Any value will do. */
    static final String HEADER = "X-Flash-Sale-Page";

    private CsrfCheck() {}

    static boolean sent(HttpServletRequest request) {
        if (request.getHeader(HEADER) == null) {
            return false;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("same-origin");
        }
        // Browsers send Sec-Fetch-Site over plain HTTP only to localhost.
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin == null || origin.equals(ownOrigin(request));
    }

    private static String ownOrigin(HttpServletRequest request) {
        String scheme = request.getScheme();
        int port = request.getServerPort();
        boolean usual = port == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + request.getServerName() + (usual ? "" : ":" + port);
    }
}
