package io.flashsale.commons.securitylog;

import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Writes security events of accounts as structured log lines. Each has its kind, the account, the name if known,
 * the client's address, and the request's correlation id. It never contains a password or a token. The logger is
 * called {@value #NAME}, so that its lines can be routed elsewhere.
 */
public final class SecurityLog {

    public static final String NAME = "flashsale.security";

    private static final Logger log = LoggerFactory.getLogger(NAME);

    /** A typed name may be anything, even a password in the wrong field. */
    private static final Pattern NAME_OF_AN_ACCOUNT = Pattern.compile("[A-Za-z0-9_.-]{3,32}");

    private static final int MAX_PATH = 200;

    private static final Pattern INVISIBLE = Pattern.compile("[^!-~]");

    private static final RefusalThrottle THROTTLE = new RefusalThrottle(InstantSource.system());

    public enum Event {
        ACCOUNT_OPENED,
        LOGGED_IN,
        LOG_IN_REFUSED,
        LOG_IN_SLOWED_DOWN,
        LOGGED_OUT,
        LOGGED_OUT_EVERYWHERE,
        /** The account is the one whose sessions have ended. */
        SESSIONS_ENDED_BY_ADMINISTRATOR,
        PASSWORD_CHANGED,
        PASSWORD_CHANGE_REFUSED,
        ADMINISTRATOR_CONFIGURED,
        /** An administrator requested a change; the status tells its outcome. */
        ADMINISTRATOR_CHANGE
    }

    /** Events that anybody can cause in any number. */
    public enum Refusal {
        /**
         * A token that is expired, forged, revoked or for somebody else; a notification without the payment
         * provider's signature; a wrong secret of the gateway.
         */
        TOKEN_REFUSED,
        /** A call that the token's holder may not make. */
        ACCESS_REFUSED,
        /** A cookie on a request that none of our pages sent. */
        CROSS_SITE_REFUSED,
        RATE_LIMITED,
        /** An unreadable target, header or body, from any sender. */
        MALFORMED
    }

    private SecurityLog() {}

    /**
     * Writes one event.
     *
     * @param account its id; 0 if the name is unknown
     * @param name as typed
     */
    public static void write(Event event, long account, String name) {
        String readable = NAME_OF_AN_ACCOUNT.matcher(name).matches() ? name : "(no name)";
        HttpServletRequest request = current();
        LoggingEventBuilder line = log.atInfo()
                .addKeyValue("event.action", event)
                .addKeyValue("user.id", account)
                .addKeyValue("user.name", readable);
        if (request != null) {
            line.addKeyValue("source.ip", request.getRemoteAddr())
                    .log("{} account={} name={} address={}", event, account, readable, request.getRemoteAddr());
        } else {
            line.log("{} account={} name={}", event, account, readable);
        }
    }

    /** Logs a change that an administrator requested, and its answer. */
    public static void changed(long account, HttpServletRequest request, int status) {
        LoggingEventBuilder line = log.atInfo().addKeyValue("http.response.status_code", status);
        write(line, Event.ADMINISTRATOR_CHANGE, account, request, "status=" + status);
    }

    /**
     * Logs a refused request. To spare the disk, one client gets at most one line of a kind in ten seconds, and all
     * clients together get 10 of a kind in a second. Each line says how many were skipped before it.
     *
     * @param account of the token; 0 if there is none
     */
    public static void refused(Refusal kind, HttpServletRequest request, long account) {
        refused(kind, request, account, THROTTLE);
    }

    static void refused(Refusal kind, HttpServletRequest request, long account, RefusalThrottle throttle) {
        OptionalLong leftOut = throttle.leftOutBefore(kind, request.getRemoteAddr());
        if (leftOut.isPresent()) {
            LoggingEventBuilder line = log.atWarn().addKeyValue("leftOut", leftOut.getAsLong());
            write(line, kind, account, request, "leftOut=" + leftOut.getAsLong());
        }
    }

    private static void write(
            LoggingEventBuilder line, Enum<?> kind, long account, HttpServletRequest request, String end) {
        String address = request.getRemoteAddr();
        String method = visible(request.getMethod());
        String path = path(request);
        line.addKeyValue("event.action", kind)
                .addKeyValue("user.id", account)
                .addKeyValue("source.ip", address)
                .addKeyValue("http.request.method", method)
                .addKeyValue("url.path", path)
                .log("{} account={} address={} {} {} {}", kind, account, address, method, path, end);
    }

    /** The path as sent. */
    private static String path(HttpServletRequest request) {
        String path = visible(request.getRequestURI());
        return path.length() > MAX_PATH ? path.substring(0, MAX_PATH) : path;
    }

    /** An unreadable request has no method and path, or arbitrary text instead. */
    private static String visible(@Nullable String sent) {
        return sent == null ? "" : INVISIBLE.matcher(sent).replaceAll("?");
    }

    private static @Nullable HttpServletRequest current() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
                ? attributes.getRequest()
                : null;
    }
}
