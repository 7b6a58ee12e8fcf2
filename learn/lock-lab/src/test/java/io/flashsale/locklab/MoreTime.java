package io.flashsale.locklab;

import io.flashsale.locklab.catalogue.Scenario;
import java.util.Collections;
import java.util.Set;

/**
 * Gives a run ten times as much time. On a slow machine a step may take longer than a lease instead of a tenth of
 * it, so a run with an unexpected end decides nothing. Then several runs with more time must all end as expected.
 */
public final class MoreTime {

    /** How many runs must end as expected. */
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
