package io.flashsale.gateway.session;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/** Holds the token in the browser: out of reach of scripts, and not sent along by pages of other sites. */
@Component
class SessionCookie {

    private final boolean secure;
    private final String name;

    SessionCookie(SessionProperties properties) {
        this.secure = properties.secureCookie();
        // The prefix makes browsers refuse a cookie of this name that another host of the same domain tries to set.
        this.name = secure ? "__Host-session" : "session";
    }

    @Nullable
    String read(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) {
            return null;
        }
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(name) && !cookie.getValue().isEmpty()) {
                return cookie.getValue();
            }
        }
        return null;
    }

    /** The value of a Set-Cookie header that makes the browser keep the token for so long. */
    String keep(String token, Duration lifetime) {
        return of(token, lifetime);
    }

    /** The value of a Set-Cookie header that makes the browser forget it. */
    String forget() {
        return of("", Duration.ZERO);
    }

    private String of(String value, Duration lifetime) {
        return ResponseCookie.from(name, value)
                .httpOnly(true)
                .secure(secure)
                .sameSite("Strict")
                .path("/")
                .maxAge(lifetime)
                .build()
                .toString();
    }
}
