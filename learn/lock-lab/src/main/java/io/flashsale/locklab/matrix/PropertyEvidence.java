package io.flashsale.locklab.matrix;

import io.flashsale.locklab.asked.Questions;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.matrix.Matrix.Run;
import io.flashsale.locklab.resource.Holding;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ObservedFailure;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.trace.Diagram.StepView;
import io.flashsale.locklab.trace.Trace;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads from the report of a run what it says about a property. */
final class PropertyEvidence {

    private static final String YES = "yes";
    private static final String NO = "no";

    /** These clients choose their own commands, so the servers count their commands. */
    private static final String READY_MADE = "redisson";

    private PropertyEvidence() {}

    /** Empty if the run says nothing about the property: its servers do not count, or nobody was inside. */
    static Optional<Run> of(Property property, Case scheme, RunReport report) {
        return switch (property) {
            case WAITS -> Optional.of(found(report, !has(report, Failure.TURNED_AWAY), YES));
            case TOKEN -> tokens(report);
            case COMMANDS -> commands(scheme, report);
            case TIME ->
                Optional.of(Run.time(
                        report.scenario(),
                        rounded(report.waiting().medianMillis()),
                        report.scenario().equals(Scenario.CROWD) ? rounded(report.perSecond()) : null));
            // Whether Bob waits is for another property; here only staying outside counts.
            case ONE_AT_A_TIME -> Optional.of(found(report, isRight(report) || onlyTurnedAway(report), YES));
            default -> Optional.of(found(report, isRight(report), property.isPromisedBy(scheme) ? YES : "observed"));
        };
    }

    private static boolean isRight(RunReport report) {
        return report.verdict() == Verdict.HOLDS;
    }

    private static boolean onlyTurnedAway(RunReport report) {
        return report.findings().stream().allMatch(finding -> finding.failure() == Failure.TURNED_AWAY);
    }

    private static boolean has(RunReport report, Failure failure) {
        return report.findings().stream().anyMatch(finding -> finding.failure() == failure);
    }

    private static Run found(RunReport report, boolean yes, String ifSo) {
        String answer = !yes ? NO : report.refusedWrites() > 0 ? "refused" : ifSo;
        return Run.found(
                report.scenario(),
                answer,
                report.findings().stream()
                        .map(ObservedFailure::failure)
                        .map(Failure::slug)
                        .distinct()
                        .toList());
    }

    private static Optional<Run> tokens(RunReport report) {
        List<Long> tokens = report.timeline().stream()
                .sorted(Comparator.comparingLong(Holding::fromMicros))
                .map(Holding::token)
                .toList();
        if (tokens.size() < 2) {
            return Optional.empty();
        }
        boolean grow = tokens.getFirst() > 0
                && IntStream.range(1, tokens.size()).allMatch(at -> tokens.get(at) > tokens.get(at - 1));
        return Optional.of(Run.tokens(report.scenario(), grow ? YES : NO, tokens));
    }

    private static Optional<Run> commands(Case scheme, RunReport report) {
        if (report.sold() == 0) {
            return Optional.empty();
        }
        if (report.scenario().equals(Questions.ALONE)
                && !scheme.source().getPackageName().endsWith(READY_MADE)) {
            long begun = steps(report, "begins");
            return begun == 0
                    ? Optional.empty()
                    : Optional.of(Run.commands(
                            report.scenario(), rounded((double) steps(report, "command") / begun), "client"));
        }
        Long counted = report.commands();
        return counted == null
                ? Optional.empty()
                : Optional.of(Run.commands(report.scenario(), rounded((double) counted / report.sold()), "server"));
    }

    /** The steps of the single buyer, without the warm-up and without calls to the stock. */
    private static long steps(RunReport report, String kind) {
        return report.diagram().steps().stream()
                .filter(step -> step.lane().equals(Questions.WHO_BUYS_ALONE)
                        && step.kind().equals(kind)
                        && !step.to().equals(Trace.STOCK))
                .mapToLong(StepView::times)
                .sum();
    }

    private static double rounded(double figure) {
        return Math.round(figure * 10) / 10.0;
    }
}
