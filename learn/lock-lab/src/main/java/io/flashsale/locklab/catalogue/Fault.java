package io.flashsale.locklab.catalogue;

import java.util.Locale;

/** The fault that a scenario injects. */
public enum Fault {
    /** None: the clients only act in a certain order. */
    NONE,
    /** Many buyers at once. */
    CROWD,
    /** The holder throws an exception. */
    EXCEPTION,
    /** Work, a step or a response that takes too long: usually longer than the lease. */
    SLOW,
    /** SIGSTOP: a whole process is paused. */
    PAUSE,
    /** SIGKILL of a worker process. */
    KILL,
    /** A lock server, or one of several, is killed. */
    SERVER_KILL,
    /** Servers cannot reach each other, or a replica lags. */
    PARTITION,
    /** A clock jumps forward. */
    CLOCK_JUMP;

    /** The name on the command line and in the API, such as {@code server-kill}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
