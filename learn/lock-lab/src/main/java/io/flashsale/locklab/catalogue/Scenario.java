package io.flashsale.locklab.catalogue;

import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ObservedFailure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scenario.ScenarioScript;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.text.Text;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a scheme, and the expected outcome.
 *
 * @param failure how it fails, if it is expected to
 * @param tolerated other failures that do not contradict the case: weaknesses that the scheme does not claim to
 *     cure
 * @param processes the number of worker processes
 * @param settings for the scheme, such as {@code lease} in milliseconds
 * @param cure where the same trouble does no harm; null if nowhere
 */
public record Scenario(
        String id,
        Fault fault,
        Expectation expected,
        @Nullable Failure failure,
        Set<Failure> tolerated,
        int processes,
        Map<String, String> settings,
        @Nullable Cure cure,
        ScenarioScript script) {

    /**
     * A scenario that holds where another one fails.
     *
     * @param sameScript whether it runs the same script; otherwise the same trouble occurs in other steps
     */
    public record Cure(String strategy, String scenario, boolean sameScript) {

        static Cure of(String where, boolean sameScript) {
            int slash = where.indexOf('/');
            return new Cure(where.substring(0, slash), where.substring(slash + 1), sameScript);
        }
    }

    /** The id of the scenario that every scheme has: many buyers at once, in sizes that the visitor may choose. */
    public static final String CROWD = "crowd";

    public static Scenario holds(String id, Fault fault, ScenarioScript script) {
        return new Scenario(id, fault, Expectation.HOLDS, null, Set.of(), 2, Map.of(), null, script);
    }

    public static Scenario fails(String id, Fault fault, Failure failure, ScenarioScript script) {
        return new Scenario(id, fault, Expectation.FAILS, failure, Set.of(), 2, Map.of(), null, script);
    }

    /** A question for every scheme, without an expected outcome. */
    public static Scenario asks(String id, Fault fault, ScenarioScript script) {
        return new Scenario(id, fault, Expectation.ASKED, null, Set.of(), 2, Map.of(), null, script);
    }

    /** Many buyers at once; nothing fails. */
    public static Scenario crowd() {
        return holds(CROWD, Fault.CROWD, ScenarioContext::crowd);
    }

    /** Many buyers at once; whether it fails depends on chance. */
    public static Scenario crowdThatMayFail(Failure failure) {
        return new Scenario(
                CROWD, Fault.CROWD, Expectation.MAY_FAIL, failure, Set.of(), 2, Map.of(), null, ScenarioContext::crowd);
    }

    public Scenario with(String setting, Object value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(setting, value.toString());
        return new Scenario(id, fault, expected, failure, tolerated, processes, Map.copyOf(more), cure, script);
    }

    /** Adds failures that do not contradict the case. */
    public Scenario tolerating(Failure... others) {
        Set<Failure> more = new HashSet<>(tolerated);
        more.addAll(Set.of(others));
        return new Scenario(id, fault, expected, failure, Set.copyOf(more), processes, settings, cure, script);
    }

    public Scenario inProcesses(int number) {
        return new Scenario(id, fault, expected, failure, tolerated, number, settings, cure, script);
    }

    /** Names where the same script holds, such as {@code A8/slow-release}. */
    public Scenario curedBy(String where) {
        return cured(Cure.of(where, true));
    }

    /** Names where the same trouble does no harm, although the script differs. */
    public Scenario curedInOtherStepsBy(String where) {
        return cured(Cure.of(where, false));
    }

    private Scenario cured(Cure by) {
        return new Scenario(id, fault, expected, failure, tolerated, processes, settings, by, script);
    }

    /** Whether stock, buyers and processes can be chosen. Scripts have clients of their own. */
    public boolean takesSizes() {
        return fault == Fault.CROWD;
    }

    /** The verdict of a run with these findings. Doubts are reasons why a run without findings proves nothing. */
    public Verdict verdict(List<ObservedFailure> findings, List<Text> doubts) {
        if (findings.stream().anyMatch(finding -> !tolerated.contains(finding.failure()))) {
            return Verdict.FAILS;
        }
        return doubts.isEmpty() ? Verdict.HOLDS : Verdict.INCONCLUSIVE;
    }

    /** Whether the outcome is the expected one: no other failure was found than the named one and what it entails. */
    public boolean agreesWith(List<ObservedFailure> findings, List<Text> doubts) {
        return switch (expected) {
            case HOLDS -> verdict(findings, doubts) == Verdict.HOLDS;
            case MAY_FAIL -> findings.isEmpty() || failsBy(Objects.requireNonNull(failure), findings);
            case FAILS -> failsBy(Objects.requireNonNull(failure), findings);
            case ASKED -> true;
        };
    }

    /** Whether this failure was found, and nothing that neither follows from it nor is tolerated. */
    public boolean failsBy(Failure named, List<ObservedFailure> findings) {
        Set<Failure> found = findings.stream().map(ObservedFailure::failure).collect(Collectors.toSet());
        return found.remove(named)
                && found.stream()
                        .allMatch(other ->
                                tolerated.contains(other) || named.entails().contains(other));
    }
}
