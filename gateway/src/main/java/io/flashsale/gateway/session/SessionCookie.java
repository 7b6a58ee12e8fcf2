package io.flashsale.gateway.session;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;

/** Keeps the token in the browser: scripts cannot read it, and pages of other sites cannot send it. */
@Component
class SessionCookie {

    /**
     * Configures the cookie.
     *
     * @param secureCookie whether browsers send it over HTTPS only, and accept it from this exact host only; false only
     *     without HTTPS, as on a developer's machine
     */
    @ConfigurationProperties("flashsale.gateway.session")
    record SessionProperties(@DefaultValue("true") boolean secureCookie) {}

    private final boolean secure;
    private final String name;

    SessionCookie(SessionProperties properties) {
        this.secure = properties.secureCookie();
        // The prefix makes browsers refuse a cookie of this name that another host of the domain sets.
        this.name = secure ? "__Host-session" : "session";
    }

    @Nullable
    String read(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, name);
        return cookie == null || cookie.getValue().isEmpty() ? null : cookie.getValue();
    }

    /** The Set-Cookie header that makes the browser keep the token for this time. */
    String keep(String token, Duration lifetime) {
        return ResponseCookie.from(name, token)
                .httpOnly(true)
                .secure(secure)
                .sameSite("Strict")
                .path("/")
                .maxAge(lifetime)
                .build()
                .toString();
    }

    /** The Set-Cookie header that makes the browser forget the token. */
    String forget() {
        return keep("", Duration.ZERO);
    }
}
