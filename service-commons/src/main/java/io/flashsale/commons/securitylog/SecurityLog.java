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
 * Writes what concerns the safety of accounts as structured events, each with its kind, the account, the name if there is one,
 * the address that the request came from, and the correlation id that all log lines of a request carry. Never a password or
 * a token. The logger is called {@value #NAME}, so that its lines can be sent elsewhere.
 */
public final class SecurityLog {

    /** Of the logger. */
    public static final String NAME = "flashsale.security";

    private static final Logger log = LoggerFactory.getLogger(NAME);

    /** What is typed as a name may be anything, also a password in the wrong field. */
    private static final Pattern NAME_OF_AN_ACCOUNT = Pattern.compile("[A-Za-z0-9_.-]{3,32}");

    private static final int MAX_PATH = 200;

    private static final Pattern INVISIBLE = Pattern.compile("[^!-~]");

    private static final RefusalThrottle THROTTLE = new RefusalThrottle(InstantSource.system());

    /** What has happened. */
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
        /** An administrator has asked for a change; the status says what came of it. */
        ADMINISTRATOR_CHANGE
    }

    /** What anybody can make happen as often as he likes. */
    public enum Refusal {
        /**
         * A token that is expired, forged, given up, or for somebody else; a notification that the payment provider has not
         * signed; a secret that is not the gateway's.
         */
        TOKEN_REFUSED,
        /** A call that is not for the holder of the token. */
        ACCESS_REFUSED,
        /** A cookie on a request that no page of ours sent. */
        CROSS_SITE_REFUSED,
        RATE_LIMITED,
        /** What cannot be read, whoever sent it: a target, a header, or a body that is not what it should be. */
        MALFORMED
    }

    private SecurityLog() {}

    /**
     * One event.
     *
     * @param account its id; 0 if nobody has the name
     * @param name as it was typed
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

    /** That an administrator has asked for a change, and how it was answered. */
    public static void changed(long account, HttpServletRequest request, int status) {
        String path = path(request);
        log.atInfo()
                .addKeyValue("event.action", Event.ADMINISTRATOR_CHANGE)
                .addKeyValue("user.id", account)
                .addKeyValue("source.ip", request.getRemoteAddr())
                .addKeyValue("http.request.method", request.getMethod())
                .addKeyValue("url.path", path)
                .addKeyValue("http.response.status_code", status)
                .log(
                        "{} account={} address={} {} {} status={}",
                        Event.ADMINISTRATOR_CHANGE,
                        account,
                        request.getRemoteAddr(),
                        request.getMethod(),
                        path,
                        status);
    }

    /**
     * That a request was refused. Of a client no more than one line of a kind in ten seconds, and of all no more than 10 of a kind
     * in a second: each says how many were left out before it. So nobody fills the disk.
     *
     * @param account of the token; 0 if there is none
     */
    public static void refused(Refusal kind, HttpServletRequest request, long account) {
        refused(kind, request, account, THROTTLE);
    }

    static void refused(Refusal kind, HttpServletRequest request, long account, RefusalThrottle throttle) {
        String address = request.getRemoteAddr();
        OptionalLong leftOut = throttle.leftOutBefore(kind, address);
        if (leftOut.isEmpty()) {
            return;
        }
        String method = visible(request.getMethod());
        String path = path(request);
        log.atWarn()
                .addKeyValue("event.action", kind)
                .addKeyValue("user.id", account)
                .addKeyValue("source.ip", address)
                .addKeyValue("http.request.method", method)
                .addKeyValue("url.path", path)
                .addKeyValue("leftOut", leftOut.getAsLong())
                .log(
                        "{} account={} address={} {} {} leftOut={}",
                        kind,
                        account,
                        address,
                        method,
                        path,
                        leftOut.getAsLong());
    }

    /** As it was sent. */
    private static String path(HttpServletRequest request) {
        String path = visible(request.getRequestURI());
        return path.length() > MAX_PATH ? path.substring(0, MAX_PATH) : path;
    }

    /** What nobody could read has neither method nor path, or whatever stood there. */
    private static String visible(@Nullable String sent) {
        return sent == null ? "" : INVISIBLE.matcher(sent).replaceAll("?");
    }

    private static @Nullable HttpServletRequest current() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
                ? attributes.getRequest()
                : null;
    }
}
