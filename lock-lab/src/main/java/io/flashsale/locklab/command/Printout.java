package io.flashsale.locklab.command;

import io.flashsale.locklab.Catalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.Report;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.Finding;
import io.flashsale.locklab.scenario.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tables that the command prints. */
final class Printout {

    private static final String DASH = "-";

    private Printout() {}

    /** A line for each scenario that there is. */
    static String list() {
        Table table = new Table("case", "scheme", "scenario", "fault", "stated");
        for (Case each : Catalogue.all()) {
            for (Scenario scenario : each.scenarios()) {
                table.add(
                        each.id(), each.name(), scenario.id(), scenario.fault().slug(), stated(scenario));
            }
        }
        return table.text();
    }

    /** A line for each scenario; of several repetitions the first that differs, or else the last. */
    static String runs(CasesOptions options, List<Report> reports) {
        Table table = new Table(
                "case",
                "scenario",
                "fault",
                "stated",
                "seen",
                "as stated",
                "sold",
                "left",
                "oversold",
                "violations",
                "stale",
                "commands");
        for (CasesOptions.Chosen chosen : options.chosen()) {
            Scenario scenario = chosen.scenario();
            List<Report> all = reports.stream()
                    .filter(report -> report.strategy().equals(chosen.what().id())
                            && report.scenario().equals(scenario.id()))
                    .toList();
            long right = all.stream().filter(Report::asStated).count();
            Report shown = all.stream()
                    .filter(report -> !report.asStated())
                    .findFirst()
                    .orElse(all.getLast());
            table.add(
                    chosen.what().id(),
                    scenario.id(),
                    scenario.fault().slug(),
                    stated(scenario),
                    seen(shown),
                    right + " of " + all.size(),
                    shown.sold(),
                    shown.left(),
                    shown.oversold(),
                    orDash(shown.exclusionViolations()),
                    orDash(shown.staleWrites()),
                    orDash(shown.commands()));
        }
        return table.text();
    }

    /** A line for each scheme. */
    static String comparison(List<Report> reports) {
        Table table = new Table(
                "case",
                "sold",
                "left",
                "oversold",
                "violations",
                "sold/s",
                "median ms",
                "p95 ms",
                "max ms",
                "commands",
                "commands/unit",
                "notifications",
                "retries",
                "idle ms",
                "seen",
                "as stated");
        for (Report report : reports) {
            table.add(
                    report.strategy() + (report.scenario().equals(Scenario.CROWD) ? "" : "/" + report.scenario()),
                    report.sold(),
                    report.left(),
                    report.oversold(),
                    orDash(report.exclusionViolations()),
                    report.perSecond(),
                    report.waiting().medianMillis(),
                    report.waiting().p95Millis(),
                    report.waiting().maxMillis(),
                    orDash(report.commands()),
                    perUnit(report),
                    report.notifications(),
                    report.retries(),
                    orDash(report.idleMillis()),
                    seen(report),
                    report.asStated() ? "yes" : "NO");
        }
        return table.text();
    }

    private static String stated(Scenario scenario) {
        String expected = scenario.expected().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        Failure failure = scenario.failure();
        return failure == null ? expected : expected + ": " + failure.slug();
    }

    /** What was not measured is not zero. */
    private static Object orDash(@Nullable Number number) {
        return number == null ? DASH : number;
    }

    private static Object perUnit(Report report) {
        Long commands = report.commands();
        return commands == null ? DASH : report.sold() == 0 ? "" : (double) commands / report.sold();
    }

    private static String seen(Report report) {
        if (report.verdict() == Verdict.INCONCLUSIVE) {
            return "inconclusive: " + String.join(", ", report.doubts());
        }
        return report.findings().isEmpty()
                ? "holds"
                : report.findings().stream()
                        .map(Finding::failure)
                        .map(Failure::slug)
                        .distinct()
                        .collect(Collectors.joining(", "));
    }
}
