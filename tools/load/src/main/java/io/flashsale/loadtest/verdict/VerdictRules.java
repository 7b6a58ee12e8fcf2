package io.flashsale.loadtest.verdict;

import static java.util.stream.Collectors.joining;

import io.flashsale.loadtest.TestPlan;
import io.flashsale.loadtest.results.Tally;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The rules of the verdict.
 *
 * <p>PASS requires all of these:
 * <ul> <li>The auditor found every invariant to hold after the queues drained. <li>The system recorded everything
 * that it told clients. <li>The plan allows every answer. <li>As many reservations were accepted as the plan
 * implies.
 * </ul>
 *
 * <p>A missing answer (time-out, reset) counts neither way: the records show its effect.
 */
public final class VerdictRules {

    private final TestPlan plan;
    private final int users;
    private final int limit;
    private final Tally tally;
    private final Audit audit;
    private final List<String> reasons = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private VerdictRules(TestPlan plan, int users, int limit, Tally tally, Audit audit) {
        this.plan = plan;
        this.users = users;
        this.limit = limit;
        this.tally = tally;
        this.audit = audit;
    }

    /**
     * @param limit units that each shopper may have
     * @param entry faults of the sale's waiting room, see {@link EntryRules}
     */
    public static RunVerdict verdict(
            TestPlan plan, int users, int limit, Tally tally, Audit audit, List<String> entry) {
        return new VerdictRules(plan, users, limit, tally, audit).verdict(entry);
    }

    private RunVerdict verdict(List<String> entry) {
        if (tally.clicks() == 0) {
            return new RunVerdict(
                    RunOutcome.UNMEASURED, "", List.of("Not one click was recorded: see jmeter.log."), List.of());
        }
        oversold();
        invariants();
        clients();
        answers();
        acceptedAsOften();
        restocked();
        reasons.addAll(entry);
        if (!reasons.isEmpty()) {
            return verdict(RunOutcome.FAIL, reasons);
        }
        if (tally.indeterminateInAll() > 0 && tally.accepted().isEmpty() && tally.refusedInAll() == 0) {
            return verdict(
                    RunOutcome.UNMEASURED,
                    List.of("Not one click was answered (" + most(tally.indeterminate()) + "): is the host right?"));
        }
        if (!everybodyClicked()) {
            return verdict(
                    RunOutcome.UNMEASURED,
                    List.of("Only %d of %d shoppers clicked before JMeter ended: see jmeter.log."
                            .formatted(tally.users().size(), users)));
        }
        return verdict(RunOutcome.PASS, List.of());
    }

    private RunVerdict verdict(RunOutcome outcome, List<String> why) {
        return new RunVerdict(outcome, summary(), List.copyOf(why), List.copyOf(notes));
    }

    private void oversold() {
        Audit.SaleFigures sale = audit.sale();
        if (sale.oversold() > 0) {
            reasons.add("oversold by %d: %d sold of %d".formatted(sale.oversold(), sale.sold(), sale.totalStock()));
        }
    }

    private void invariants() {
        if (!audit.drained()) {
            reasons.add("the queues were not empty after the wait: " + String.join(", ", audit.waitingFor()));
        }
        audit.invariants().stream()
                .filter(Audit.Invariant::violated)
                .forEach(invariant -> reasons.add("%s is violated: %s".formatted(invariant.id(), evidence(invariant))));
        if (!audit.holds() && reasons.isEmpty()) {
            reasons.add("the auditor says that the invariants do not hold");
        }
    }

    private static String evidence(Audit.Invariant invariant) {
        return invariant.findings().stream()
                .map(finding -> "%s %d times".formatted(finding.kind(), finding.count()))
                .collect(joining(", "));
    }

    private void clients() {
        Audit.Clients clients = audit.clients();
        if (clients == null) {
            reasons.add("the auditor did not compare what clients saw with the records");
            return;
        }
        addIf(clients.lost(), "%d accepted reservations are not recorded: lost");
        addIf(clients.answeredTwice(), "%d answers 202 repeat the order id of another one");
        addIf(clients.unexplained(), "%d orders are recorded that no answer explains");
    }

    private void answers() {
        reasons.addAll(tally.contradictions());
        if (tally.unexpectedInAll() > 0) {
            reasons.add("%d answers are none that the plan allows, mostly: %s"
                    .formatted(tally.unexpectedInAll(), most(tally.unexpected())));
        }
        if (tally.indeterminateInAll() > 0) {
            notes.add("%d requests had no answer; the records say what became of them"
                    .formatted(tally.indeterminateInAll()));
        }
    }

    private void acceptedAsOften() {
        long most = Math.min(audit.sale().initialStock(), (long) users * limit);
        long accepted = tally.accepted().size();
        long unsure = (long) tally.unsureUsers().size() * limit;
        if (everybodyClicked() && accepted + unsure < most) {
            reasons.add("only %d clicks were accepted, though %d shoppers came for %d units"
                    .formatted(accepted, users, audit.sale().initialStock()));
        }
        if (plan.sells() == TestPlan.Sells.EXACTLY_THE_STOCK && accepted > most) {
            reasons.add("%d clicks were accepted for %d units".formatted(accepted, most));
        }
    }

    /** If not all clicked, JMeter ended early, and the number of sales is not conclusive. */
    private boolean everybodyClicked() {
        return tally.users().size() >= users;
    }

    private void restocked() {
        if (everybodyClicked() && audit.sale().addedStock() != plan.addedStock() && plan.addedStock() > 0) {
            reasons.add("%d units were to be added, the records have %d"
                    .formatted(plan.addedStock(), audit.sale().addedStock()));
        }
    }

    private String summary() {
        return "%d of %d units sold, %d clicks of %d shoppers: %d accepted, %d refused%s"
                .formatted(
                        audit.sale().sold(),
                        audit.sale().totalStock(),
                        tally.clicks(),
                        tally.users().size(),
                        tally.accepted().size(),
                        tally.refusedInAll(),
                        reasons.isEmpty() ? ", nothing lost" : "");
    }

    private static String most(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(2)
                .map(count -> String.format(Locale.ROOT, "%s (%d times)", count.getKey(), count.getValue()))
                .collect(joining(", "));
    }

    private void addIf(long count, String text) {
        if (count > 0) {
            reasons.add(text.formatted(count));
        }
    }
}
