package io.flashsale.locklab.judging;

import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.Report;
import io.flashsale.locklab.scenario.Verdict;
import java.util.List;

/**
 * One scenario of a battery, run once.
 *
 * @param name such as {@code holder-dies}
 * @param what happens in it, in one sentence
 * @param seen what of it went wrong, a sentence each; empty if it holds
 */
public record Trial(String name, String what, Verdict verdict, List<String> seen) {

    static Trial of(Scenario scenario, Report report) {
        List<String> seen = report.verdict() == Verdict.INCONCLUSIVE
                ? report.doubts()
                : report.findings().stream()
                        .filter(finding -> !scenario.tolerated().contains(finding.failure()))
                        .map(finding -> finding.failure().slug() + ": " + finding.detail())
                        .distinct()
                        .toList();
        return new Trial(scenario.id(), scenario.explanation(), report.verdict(), seen);
    }

    public boolean holds() {
        return verdict == Verdict.HOLDS;
    }
}
