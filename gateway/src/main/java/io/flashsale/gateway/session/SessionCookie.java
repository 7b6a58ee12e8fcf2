package io.flashsale.gateway.session;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;

/**
 * Keeps the token in the browser: scripts cannot read it, and pages of other sites cannot send it. Two more cookies
 * keep an attempt to log in with a provider, whose page sends the browser back, and the page that the shopper wanted.
 */
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

    /** As long as order-service accepts an attempt. */
    private static final Duration MAX_ATTEMPT = Duration.ofMinutes(10);

    /** In bytes; order-service opens no path of more characters, either. */
    private static final int MAX_WANTED = 502;

    private final boolean secure;
    private final String name;
    private final String attemptName;
    private final String wantedName;

    SessionCookie(SessionProperties properties) {
        this.secure = properties.secureCookie();
        // The prefix makes browsers refuse a cookie of this name that another host of the domain sets.
        this.name = secure ? "__Host-session" : "session";
        this.attemptName = secure ? "__Host-log-in" : "log-in";
        this.wantedName = attemptName + "-then";
    }

    @Nullable
    String read(HttpServletRequest request) {
        return read(request, name);
    }

    /** The attempt to log in with a provider that this browser has begun; empty if there is none. */
    String readAttempt(HttpServletRequest request) {
        return Objects.requireNonNullElse(read(request, attemptName), "");
    }

    /** The page to open after the attempt, as the browser says: unchecked; {@code /} if it says none or a longer one. */
    String readWanted(HttpServletRequest request) {
        String kept = read(request, wantedName);
        try {
            byte[] page = Base64.getUrlDecoder().decode(kept == null ? "" : kept);
            return page.length == 0 || page.length > MAX_WANTED ? "/" : new String(page, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notOurs) {
            return "/";
        }
    }

    private static @Nullable String read(HttpServletRequest request, String name) {
        Cookie cookie = WebUtils.getCookie(request, name);
        return cookie == null || cookie.getValue().isEmpty() ? null : cookie.getValue();
    }

    /** The Set-Cookie header that makes the browser keep the token for this time. */
    String keep(String token, Duration lifetime) {
        return cookie(name, token, "Strict", lifetime);
    }

    /** The Set-Cookie header that makes the browser keep an attempt, and send it when the provider sends it back. */
    String keepAttempt(String attempt) {
        return cookie(attemptName, attempt, "Lax", MAX_ATTEMPT);
    }

    /** The Set-Cookie header that makes the browser forget the attempt. */
    String forgetAttempt() {
        return cookie(attemptName, "", "Lax", Duration.ZERO);
    }

    /** The Set-Cookie header that makes the browser keep the page to open after the attempt, unless it is too long. */
    String keepWanted(String page) {
        byte[] kept = page.getBytes(StandardCharsets.UTF_8);
        String value = kept.length > MAX_WANTED
                ? ""
                : Base64.getUrlEncoder().withoutPadding().encodeToString(kept);
        return cookie(wantedName, value, "Lax", MAX_ATTEMPT);
    }

    /** The Set-Cookie header that makes the browser forget that page. */
    String forgetWanted() {
        return cookie(wantedName, "", "Lax", Duration.ZERO);
    }

    private String cookie(String cookie, String value, String sameSite, Duration lifetime) {
        return ResponseCookie.from(cookie, value)
                .httpOnly(true)
                .secure(secure)
                .sameSite(sameSite)
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
