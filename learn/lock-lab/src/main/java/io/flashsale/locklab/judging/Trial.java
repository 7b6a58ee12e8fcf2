package io.flashsale.locklab.judging;

import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.text.Texts;
import java.util.List;

/**
 * One scenario of a battery, run once.
 *
 * @param name such as {@code holder-dies}
 * @param what happens in it, in one sentence
 * @param seen what went wrong, one sentence each; empty if it holds
 */
public record Trial(String name, Text what, Verdict verdict, List<Text> seen) {

    static Trial of(Scenario scenario, RunReport report) {
        List<Text> seen = report.verdict() == Verdict.INCONCLUSIVE
                ? report.doubts()
                : report.findings().stream()
                        .filter(finding -> !scenario.tolerated().contains(finding.failure()))
                        .map(finding -> Texts.of("seen.as", finding.failure().slug(), finding.detail()))
                        .distinct()
                        .toList();
        return new Trial(scenario.id(), Texts.of("battery." + scenario.id()), report.verdict(), seen);
    }

    public boolean holds() {
        return verdict == Verdict.HOLDS;
    }
}
