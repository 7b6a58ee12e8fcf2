package io.flashsale.commons.sql;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells errors of MySQL and MariaDB that the server, or the way to it, is responsible for from those of a statement.
 * Spring translates only some of them to exceptions that say so.
 */
public final class DatabaseOutage {

    /**
     * The server is running with --read-only, in read-only mode, or offline: a fail-over has made another one the
     * primary.
     */
    private static final Set<Integer> NOT_THE_PRIMARY = Set.of(1290, 1836, 3032);

    /** Class 08 of SQL states: there is no connection, or not any more. */
    private static final String CONNECTION_EXCEPTION = "08";

    /** An administrator or a shutdown ended the statement (KILL QUERY) or its connection (KILL), or a time limit did. */
    private static final String KILLED = "70100";

    /** The server closed a connection that was not used for long. */
    private static final int DISCONNECTED = 4031;

    private DatabaseOutage() {}

    public static boolean isBehind(Throwable fault) {
        for (@Nullable Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException error && saysSo(error)) {
                return true;
            }
        }
        return false;
    }

    private static boolean saysSo(SQLException error) {
        String state = error.getSQLState();
        return isOfNoPrimary(error) || isKilled(error) || (state != null && state.startsWith(CONNECTION_EXCEPTION));
    }

    /** Whether the server takes no changes, or none any more. */
    static boolean isOfNoPrimary(SQLException error) {
        return NOT_THE_PRIMARY.contains(error.getErrorCode());
    }

    /** Whether the server ended the statement, perhaps together with its connection. */
    static boolean isKilled(SQLException error) {
        return KILLED.equals(error.getSQLState()) || error.getErrorCode() == DISCONNECTED;
    }
}
