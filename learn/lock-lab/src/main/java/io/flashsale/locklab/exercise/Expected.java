package io.flashsale.locklab.exercise;

import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ObservedFailure;
import io.flashsale.locklab.scenario.Verdict;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The verdict that an exercise expects.
 *
 * @param text such as {@code holds}, or {@code locked-out two-holders}
 */
public record Expected(String text) {

    /** The text of a proof in which nothing fails, but for what the scenario tolerates. */
    public static final String HOLDS = "holds";

    private static final String FAULTY = "faulty";

    /** @throws IllegalArgumentException if the text names a failure that there is not */
    public Expected {
        if (!text.equals(FAULTY)) {
            failures(text);
        }
    }

    /** Whether nothing may fail. */
    public boolean holds() {
        return text.equals(HOLDS);
    }

    /**
     * Whether the run shows this: it holds; or each of the failures was found, and nothing that neither follows from
     * one of them nor is tolerated by the scenario.
     */
    public boolean isSeenIn(RunReport report, Scenario scenario) {
        if (holds()) {
            return report.verdict() == Verdict.HOLDS;
        }
        Set<Failure> named = failures(text);
        Set<Failure> found =
                report.findings().stream().map(ObservedFailure::failure).collect(Collectors.toSet());
        Set<Failure> allowed = EnumSet.copyOf(named);
        named.forEach(each -> allowed.addAll(each.entails()));
        allowed.addAll(scenario.tolerated());
        return found.containsAll(named) && allowed.containsAll(found);
    }

    private static Set<Failure> failures(String text) {
        return text.equals(HOLDS)
                ? Set.of()
                : Arrays.stream(text.split(" "))
                        .map(slug -> Failure.valueOf(slug.replace('-', '_').toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toSet());
    }

    @Override
    public String toString() {
        return holds() || text.equals(FAULTY) ? text : "fails: " + text.replace(" ", ", ");
    }
}
