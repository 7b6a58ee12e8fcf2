package io.flashsale.locklab.run;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Expectation;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.resource.History;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.Finding;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scheme.FailPoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What follows from what was seen in a run. A scheme holds only if it could have failed: the units add up (sold plus left
 * is the stock), whoever wanted a unit and could have one was served, and somebody met the lock.
 *
 * @param left the units that the scheme says are left
 * @param failPoints how often each step was reached in the processes that survived
 */
record RunChecker(
        Case what,
        Scenario scenario,
        Sizes sizes,
        ScenarioContext context,
        History history,
        int left,
        Map<String, Long> failPoints) {

    /** Units that were sold and not taken from stock, or that were never there. */
    int oversold() {
        return Math.max(0, Math.max(history.sold() + left, history.sold()) - sizes.stock());
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(context.findings());
        compareWithStock(findings);
        if (history.exclusionViolations() > 0) {
            findings.add(new Finding(
                    Failure.TWO_HOLDERS,
                    "two were inside together "
                            + (history.exclusionViolations() == 1
                                    ? "once"
                                    : history.exclusionViolations() + " times")));
        }
        if (history.staleWrites() > 0) {
            findings.add(new Finding(
                    Failure.STALE_WRITE, history.staleWrites() + " writes were done after a later holder had come"));
        }
        return findings;
    }

    private void compareWithStock(List<Finding> findings) {
        String counted = history.sold() + " sold of " + sizes.stock() + ", and " + left + " are left: ";
        int lost = sizes.stock() - history.sold() - left;
        if (oversold() > 0) {
            findings.add(new Finding(Failure.OVERSOLD, counted + oversold() + " too many"));
        } else if (lost > 0) {
            findings.add(new Finding(Failure.UNDERSOLD, counted + lost + " are lost"));
        } else if (scenario.expected() == Expectation.FAILS || scenario.expected() == Expectation.ASKED) {
            return; // what the demand could not get is what the scenario is to show
        } else if (!context.emptyHanded().isEmpty()) {
            findings.add(new Finding(
                    Failure.UNDERSOLD,
                    counted + String.join(", ", context.emptyHanded()) + " wanted one and got none"));
        } else if (scenario.takesSizes() && left > 0 && (context.tooLate() == 0 || history.sold() == 0)) {
            findings.add(new Finding(
                    Failure.UNDERSOLD,
                    counted + (context.tooLate() == 0 ? "all buyers left before" : "nobody got any in all the time")));
        }
    }

    /** Why the run proves nothing if nothing was found. */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        if (scenario.expected() == Expectation.HOLDS && meetings() == 0) {
            doubts.add("nobody met the lock, so it cannot be told from none");
        }
        if (scenario.takesSizes() && left > 0 && context.tooLate() > 0) {
            doubts.add("the time was over with " + left + " left");
        }
        return doubts;
    }

    /** A script says itself who met the lock; of a crowd it is read from the journal, and from who was counted where. */
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
