package io.flashsale.locklab.run;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Expectation;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.resource.JournalAnalysis;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ObservedFailure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Derives findings and doubts from what was seen in a run. A scheme holds only if it could have failed. The units
 * must add up (sold plus left is the stock), each buyer who could get a unit must be served, and some client must
 * meet the lock.
 *
 * @param left the units that the scheme says are left
 * @param failPoints how often each step was reached in the processes that survived
 */
record RunChecker(
        Case what,
        Scenario scenario,
        Sizes sizes,
        ScenarioContext context,
        JournalAnalysis history,
        int left,
        Map<String, Long> failPoints) {

    /** Units that were sold but not taken from stock, or that never existed. */
    int oversold() {
        return Math.max(0, Math.max(history.sold() + left, history.sold()) - sizes.stock());
    }

    List<ObservedFailure> findings() {
        List<ObservedFailure> findings = new ArrayList<>(context.findings());
        compareWithStock(findings);
        if (scenario.expected() != Expectation.ASKED) {
            context.exceptions()
                    .forEach(exception -> findings.add(new ObservedFailure(Failure.EXCEPTION, Text.same(exception))));
        }
        if (history.exclusionViolations() > 0) {
            findings.add(new ObservedFailure(
                    Failure.TWO_HOLDERS,
                    history.exclusionViolations() == 1
                            ? Texts.of("seen.together-once")
                            : Texts.of("seen.together", history.exclusionViolations())));
        }
        if (history.staleWrites() > 0) {
            findings.add(new ObservedFailure(
                    Failure.STALE_WRITE,
                    history.staleWrites() == 1
                            ? Texts.of("seen.stale-write")
                            : Texts.of("seen.stale-writes", history.staleWrites())));
        }
        return findings;
    }

    private void compareWithStock(List<ObservedFailure> findings) {
        int lost = sizes.stock() - history.sold() - left;
        if (oversold() > 0) {
            findings.add(counted(Failure.OVERSOLD, Texts.of("seen.too-many", oversold())));
        } else if (lost > 0) {
            findings.add(counted(Failure.UNDERSOLD, Texts.of("seen.lost", lost)));
        } else if (scenario.expected() == Expectation.FAILS || scenario.expected() == Expectation.ASKED) {
            return; // the scenario itself shows which demand could not be met
        } else if (!context.emptyHanded().isEmpty()) {
            findings.add(
                    counted(Failure.UNDERSOLD, Texts.of("seen.got-none", String.join(", ", context.emptyHanded()))));
        } else if (scenario.takesSizes() && left > 0 && (context.tooLate() == 0 || history.sold() == 0)) {
            findings.add(counted(
                    Failure.UNDERSOLD,
                    Texts.of(context.tooLate() == 0 ? "seen.all-left-before" : "seen.nobody-got-any")));
        }
    }

    private ObservedFailure counted(Failure failure, Text what) {
        return new ObservedFailure(failure, Texts.of("seen.counted", history.sold(), sizes.stock(), left, what));
    }

    /** Why the run proves nothing if there are no findings. */
    List<Text> doubts() {
        List<Text> doubts = new ArrayList<>();
        if (scenario.expected() == Expectation.HOLDS && meetings() == 0) {
            doubts.add(Texts.of("doubt.nobody-met-it"));
        }
        if (scenario.takesSizes() && left > 0 && context.tooLate() > 0) {
            doubts.add(Texts.of("doubt.time-over", left));
        }
        return doubts;
    }

    /** A script counts its own meetings. A crowd's are derived from the journal and from the counters. */
    long meetings() {
        if (!scenario.takesSizes()) {
            return context.meetings();
        }
        long counted = Math.max(
                failPoints.getOrDefault(FailPoints.REFUSED, 0L),
                Math.max(
                        failPoints.getOrDefault(FailPoints.RETRIED, 0L),
                        failPoints.getOrDefault(FailPoints.WAITS, 0L)));
        long atTheServers = what.kind() == Kind.LOCK ? history.salesThatWaited() : history.salesAtOnce();
        return Math.max(counted, Math.max(atTheServers, context.waits()));
    }
}
