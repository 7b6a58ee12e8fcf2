package io.flashsale.gateway.session;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Tells requests of our own pages from those that a foreign page makes a browser send (CSRF).
 *
 * <p>Ours carry a header that a foreign page could add only with the permission of our CORS rules, which never give it.
 * Besides, whatever the browser itself says about where the request comes from has to agree.
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
        // Browsers leave Sec-Fetch-Site out over plain HTTP to anything but localhost.
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin == null || origin.equals(ownOrigin(request));
    }

    private static @Nullable String ownOrigin(HttpServletRequest request) {
        String scheme = request.getScheme();
        int port = request.getServerPort();
        boolean usual = port == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + request.getServerName() + (usual ? "" : ":" + port);
    }
}
