package io.flashsale.locklab;

import io.flashsale.locklab.catalogue.Scenario;
import java.util.Collections;
import java.util.Set;

/**
 * For a machine that is slow, or stands still for a while, and so needs longer than a lease for what takes a tenth of it. A run
 * that did not end as it should then decides nothing: with more time each of several runs has to.
 */
public final class MoreTime {

    /** How many runs have to end as they should. */
    public static final int RUNS = 3;

    private static final int FACTOR = 10;

    /** Settings of scenarios that are times, in milliseconds. */
    private static final Set<String> TIMES = Set.of("lease", "timeout", "answer-timeout", "pool-timeout");

    private MoreTime() {}

    /** Whether the scenario has times of its own. */
    public static boolean helps(Scenario scenario) {
        return !Collections.disjoint(scenario.settings().keySet(), TIMES);
    }

    /** The scenario with ten times as much time. */
    public static Scenario given(Scenario scenario) {
        Scenario slower = scenario;
        for (String time : TIMES) {
            String millis = scenario.settings().get(time);
            if (millis != null) {
                slower = slower.with(time, FACTOR * Long.parseLong(millis));
            }
        }
        return slower;
    }
}
