package io.flashsale.locklab.scheduler;

import java.util.Locale;

/** The two clients of a game, each of whom wants the last unit, and each of whom is in a process of its own. */
public enum Player {
    ANN,
    BOB;

    /** As the client's thread is called: {@code ann}. */
    public String clientName() {
        return name().toLowerCase(Locale.ROOT);
    }

    char letter() {
        return clientName().charAt(0);
    }
}
