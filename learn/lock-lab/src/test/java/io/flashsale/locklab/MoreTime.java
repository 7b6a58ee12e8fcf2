package io.flashsale.locklab;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import java.util.Collections;
import java.util.Map;

/**
 * Gives a run up to ten times as much time. On a slow machine a step may take longer than a lease instead of a tenth of
 * it, so a run with an unexpected end decides nothing. Then several runs with more time must all end as expected.
 */
public final class MoreTime {

    /** How many runs must end as expected. */
    public static final int RUNS = 3;

    private static final int FACTOR = 10;

    /** No time becomes longer than this, so that a client can wait in vain and still end within a worker's time-out. */
    private static final long MAX_MILLIS = 120_000;

    /** Settings that are times, and what they are in a scenario that does not set them, in milliseconds. */
    private static final Map<String, Long> TIMES = Map.of(
            "lease", 10_000L, "timeout", 5_000L, "answer-timeout", 500L, "call-timeout", 400L, "pool-timeout", 30_000L);

    private MoreTime() {}

    /**
     * Whether the end may depend on times. Those that are set may be short. The usual ones matter to the steps of a
     * lock or of a call, and not to a crowd: if that oversells, it is no matter of time.
     */
    public static boolean helps(Case what, Scenario scenario) {
        return (what.kind() != Kind.STOCK && !scenario.takesSizes())
                || !Collections.disjoint(scenario.settings().keySet(), TIMES.keySet());
    }

    /** The scenario with more time. */
    public static Scenario given(Scenario scenario) {
        Scenario slower = scenario;
        for (Map.Entry<String, Long> time : TIMES.entrySet()) {
            String set = scenario.settings().get(time.getKey());
            long millis = set == null ? time.getValue() : Long.parseLong(set);
            slower = slower.with(time.getKey(), Math.max(millis, Math.min(FACTOR * millis, MAX_MILLIS)));
        }
        return slower;
    }
}
