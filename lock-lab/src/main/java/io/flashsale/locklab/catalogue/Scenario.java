package io.flashsale.locklab.catalogue;

import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.Finding;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scenario.Script;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a scheme, and what is to come of it.
 *
 * @param failure how it fails, if it is expected to
 * @param explanation why, in one or two sentences
 * @param tolerated what else may be found without contradicting the case: other weaknesses that the scheme does not claim
 *     to cure
 * @param processes how many worker processes the script needs
 * @param settings for the scheme, such as {@code lease} in milliseconds
 * @param cure where the same script holds: a strategy's id, a slash, a scenario's id
 */
public record Scenario(
        String id,
        Fault fault,
        Expectation expected,
        @Nullable Failure failure,
        String explanation,
        Set<Failure> tolerated,
        int processes,
        Map<String, String> settings,
        @Nullable String cure,
        Script script) {

    /** The id of the scenario that each scheme has: many buyers at once, in sizes that may be chosen. */
    public static final String CROWD = "crowd";

    public static Scenario holds(String id, Fault fault, String explanation, Script script) {
        return new Scenario(id, fault, Expectation.HOLDS, null, explanation, Set.of(), 2, Map.of(), null, script);
    }

    public static Scenario fails(String id, Fault fault, Failure failure, String explanation, Script script) {
        return new Scenario(id, fault, Expectation.FAILS, failure, explanation, Set.of(), 2, Map.of(), null, script);
    }

    /** Many buyers at once, and nothing goes wrong. */
    public static Scenario crowd(String explanation) {
        return holds(CROWD, Fault.CROWD, explanation, ScenarioContext::crowd);
    }

    /** Many buyers at once, and chance decides whether it goes wrong. */
    public static Scenario crowdThatMayFail(Failure failure, String explanation) {
        return new Scenario(
                CROWD,
                Fault.CROWD,
                Expectation.MAY_FAIL,
                failure,
                explanation,
                Set.of(),
                2,
                Map.of(),
                null,
                ScenarioContext::crowd);
    }

    public Scenario with(String setting, Object value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(setting, value.toString());
        return new Scenario(
                id, fault, expected, failure, explanation, tolerated, processes, Map.copyOf(more), cure, script);
    }

    /** Names what else may be found. */
    public Scenario tolerating(Failure... others) {
        return new Scenario(
                id, fault, expected, failure, explanation, Set.of(others), processes, settings, cure, script);
    }

    public Scenario inProcesses(int number) {
        return new Scenario(id, fault, expected, failure, explanation, tolerated, number, settings, cure, script);
    }

    /** Names where the same script holds, as {@code A8/slow-release}. */
    public Scenario curedBy(String where) {
        return new Scenario(id, fault, expected, failure, explanation, tolerated, processes, settings, where, script);
    }

    /** Whether stock, buyers and processes may be chosen; scripts have clients of their own. */
    public boolean takesSizes() {
        return fault == Fault.CROWD;
    }

    /** Whether this is what the case states. */
    public boolean agreesWith(List<Finding> findings) {
        boolean named = findings.stream().anyMatch(finding -> finding.failure() == failure);
        boolean others = findings.stream()
                .anyMatch(finding -> finding.failure() != failure && !tolerated.contains(finding.failure()));
        return switch (expected) {
            case HOLDS, MAY_FAIL -> !others;
            case FAILS -> named;
        };
    }
}
