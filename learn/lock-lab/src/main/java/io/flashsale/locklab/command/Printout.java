package io.flashsale.locklab.command;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ObservedFailure;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.text.Language;
import io.flashsale.locklab.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats the tables that the command prints. */
final class Printout {

    private static final String DASH = "-";

    private Printout() {}

    /** One line per scenario of the catalogue. */
    static String list(Language language) {
        TextTable table = new TextTable("case", "scheme", "scenario", "fault", "stated");
        for (Case each : CaseCatalogue.all()) {
            for (Scenario scenario : each.scenarios()) {
                table.add(
                        each.id(),
                        each.name().in(language),
                        scenario.id(),
                        scenario.fault().slug(),
                        stated(scenario));
            }
        }
        return table.text();
    }

    /** One line per scenario. Of several repetitions, it shows the first unexpected one, or else the last. */
    static String runs(CasesOptions options, List<RunReport> reports) {
        TextTable table = new TextTable(
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
            List<RunReport> all = reports.stream()
                    .filter(report -> report.strategy().equals(chosen.what().id())
                            && report.scenario().equals(scenario.id()))
                    .toList();
            long right = all.stream().filter(RunReport::asStated).count();
            RunReport shown = shown(all);
            table.add(
                    chosen.what().id(),
                    scenario.id(),
                    scenario.fault().slug(),
                    stated(scenario),
                    seen(shown, options.language()),
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

    /** The diagrams of all runs but crowds, which have too many steps for one. */
    static String diagrams(List<RunReport> reports) {
        return reports.stream()
                .filter(report -> !report.scenario().startsWith(Scenario.CROWD))
                .map(report -> "\n%s/%s\n\n```mermaid\n%s```\n"
                        .formatted(report.strategy(), report.scenario(), SequenceDiagram.of(report.diagram())))
                .collect(Collectors.joining());
    }

    /** One line per scheme: the repetition with the median rate, and the lowest and highest rates. */
    static String comparison(CasesOptions options, List<RunReport> reports) {
        int times = options.times();
        List<String> heads = new ArrayList<>(List.of("case", "sold", "left", "oversold", "violations"));
        heads.addAll(times == 1 ? List.of("sold/s") : List.of("lowest sold/s", "median sold/s", "highest sold/s"));
        heads.addAll(List.of(
                "median ms",
                "p95 ms",
                "max ms",
                "commands",
                "commands/unit",
                "notifications",
                "retries",
                "idle ms",
                "seen",
                "as stated"));
        TextTable table = new TextTable(heads.toArray(String[]::new));
        for (int from = 0; from < reports.size(); from += times) {
            table.add(compared(options, reports.subList(from, from + times)));
        }
        return table.text();
    }

    private static Object[] compared(CasesOptions options, List<RunReport> repetitions) {
        List<RunReport> byRate = repetitions.stream()
                .sorted(Comparator.comparingDouble(RunReport::perSecond))
                .toList();
        RunReport median = byRate.get((byRate.size() - 1) / 2);
        long right = repetitions.stream().filter(RunReport::asStated).count();
        List<Object> cells = new ArrayList<>(List.of(
                median.strategy() + (median.scenario().equals(Scenario.CROWD) ? "" : "/" + median.scenario()),
                median.sold(),
                median.left(),
                median.oversold(),
                orDash(median.exclusionViolations())));
        if (byRate.size() > 1) {
            cells.add(byRate.getFirst().perSecond());
        }
        cells.add(median.perSecond());
        if (byRate.size() > 1) {
            cells.add(byRate.getLast().perSecond());
        }
        cells.addAll(List.of(
                median.waiting().medianMillis(),
                median.waiting().p95Millis(),
                median.waiting().maxMillis(),
                orDash(median.commands()),
                perUnit(median),
                median.notifications(),
                median.retries(),
                orDash(median.idleMillis()),
                seen(shown(repetitions), options.language()),
                byRate.size() > 1 ? right + " of " + byRate.size() : right == 1 ? "yes" : "NO"));
        return cells.toArray();
    }

    /** The first unexpected repetition, or else the last. */
    private static RunReport shown(List<RunReport> repetitions) {
        return repetitions.stream()
                .filter(report -> !report.asStated())
                .findFirst()
                .orElse(repetitions.getLast());
    }

    private static String stated(Scenario scenario) {
        String expected = scenario.expected().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        Failure failure = scenario.failure();
        return failure == null ? expected : expected + ": " + failure.slug();
    }

    /** Shows a dash for what was not measured, which is not zero. */
    static Object orDash(@Nullable Number number) {
        return number == null ? DASH : number;
    }

    private static Object perUnit(RunReport report) {
        Long commands = report.commands();
        return commands == null ? DASH : report.sold() == 0 ? "" : (double) commands / report.sold();
    }

    static String seen(RunReport report, Language language) {
        if (report.verdict() == Verdict.INCONCLUSIVE) {
            return "inconclusive: "
                    + report.doubts().stream().map(doubt -> doubt.in(language)).collect(Collectors.joining(", "));
        }
        return report.findings().isEmpty()
                ? "holds"
                : report.findings().stream()
                        .map(ObservedFailure::failure)
                        .map(Failure::slug)
                        .distinct()
                        .collect(Collectors.joining(", "));
    }
}
