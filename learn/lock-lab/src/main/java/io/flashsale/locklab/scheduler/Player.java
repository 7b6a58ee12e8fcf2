package io.flashsale.locklab.scheduler;

import java.util.Locale;

/** The two clients of a game. Each wants the last unit, and each runs in its own process. */
public enum Player {
    ANN,
    BOB;

    /** The name of the client's thread: {@code ann}. */
    public String clientName() {
        return name().toLowerCase(Locale.ROOT);
    }

    char letter() {
        return clientName().charAt(0);
    }
}
