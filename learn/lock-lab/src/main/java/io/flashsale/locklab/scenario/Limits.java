package io.flashsale.locklab.scenario;

import java.time.Duration;

/** The largest sizes of a run, so that no run exhausts the machine. */
public final class Limits {

    public static final int STOCK = 10_000;
    public static final int BUYERS = 200;
    public static final int PROCESSES = 4;

    /** The time after which buyers stop even if units are left. */
    public static final Duration TIME = Duration.ofSeconds(60);

    private Limits() {}
}
