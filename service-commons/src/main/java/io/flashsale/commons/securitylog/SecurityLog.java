package io.flashsale.commons.securitylog;

import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what concerns the safety of accounts as structured events, each with its kind, the account and the name, and the
 * correlation id that all log lines of a request carry. Never a password or a token. The logger is called
 * {@value #NAME}, so that its lines can be sent elsewhere.
 */
public final class SecurityLog {

    /** Of the logger. */
    public static final String NAME = "flashsale.security";

    private static final Logger log = LoggerFactory.getLogger(NAME);

    /** What is typed as a name may be anything, also a password in the wrong field. */
    private static final Pattern NAME_OF_AN_ACCOUNT = Pattern.compile("[A-Za-z0-9_.-]{3,32}");

    /** What has happened. */
    public enum Event {
        ACCOUNT_OPENED,
        LOGGED_IN,
        LOG_IN_REFUSED,
        LOG_IN_SLOWED_DOWN,
        LOGGED_OUT,
        LOGGED_OUT_EVERYWHERE,
        PASSWORD_CHANGED,
        PASSWORD_CHANGE_REFUSED,
        ADMINISTRATOR_CONFIGURED
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
        log.atInfo()
                .addKeyValue("event.action", event)
                .addKeyValue("user.id", account)
                .addKeyValue("user.name", readable)
                .log("{} account={} name={}", event, account, readable);
    }
}
