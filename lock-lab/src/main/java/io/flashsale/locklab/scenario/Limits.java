package io.flashsale.locklab.scenario;

import java.time.Duration;

/** What a run may be at most, so that nobody exhausts the machine. */
public final class Limits {

    public static final int STOCK = 10_000;
    public static final int BUYERS = 200;
    public static final int PROCESSES = 4;

    /** After which buyers stop, even if something is left. */
    public static final Duration TIME = Duration.ofSeconds(60);

    private Limits() {}
}
