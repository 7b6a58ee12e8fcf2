package io.flashsale.locklab.catalogue;

import java.util.Locale;

/** What is done to a scheme in a scenario. */
public enum Fault {
    /** Nothing: clients act in a certain order. */
    NONE,
    /** Many buyers at once. */
    CROWD,
    /** The holder throws an exception. */
    EXCEPTION,
    /** Work, a step or an answer that takes too long: longer than the lease, mostly. */
    SLOW,
    /** SIGSTOP: a whole process stands still. */
    PAUSE,
    /** SIGKILL of a worker process. */
    KILL,
    /** A lock server is killed, or one of several. */
    SERVER_KILL,
    /** Servers that do not see each other, or a replica that lags. */
    PARTITION,
    /** A clock that is set forward. */
    CLOCK_JUMP;

    /** As the command and the API name it: {@code server-kill}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
