package io.flashsale.lab.cases.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.flashsale.devstack.DirectoryInUseException;
import io.flashsale.devstack.ServerFailedException;
import io.flashsale.lab.cases.Catalogue;
import io.flashsale.lab.cases.catalogue.Case;
import io.flashsale.lab.cases.catalogue.Scenario;
import io.flashsale.lab.cases.run.LabDirectory;
import io.flashsale.lab.cases.run.Laboratory;
import io.flashsale.lab.cases.run.Report;
import io.flashsale.lab.cases.run.ReportView;
import io.flashsale.lab.cases.run.RunListener;
import io.flashsale.lab.cases.stage.Failure;
import io.flashsale.lab.cases.stage.Finding;
import io.flashsale.lab.cases.stage.StageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** {@code lab/cases}: lists, runs and compares; the exit code says whether the outcomes are as the cases state. */
public final class CasesCommand {

    public static final int AS_STATED = 0;
    public static final int DIFFERS = 1;
    public static final int NOT_RUN = 2;

    private final Path directory;
    private final PrintStream out;
    private final PrintStream err;

    /** @param directory where the laboratory works */
    public CasesCommand(Path directory, PrintStream out, PrintStream err) {
        this.directory = directory;
        this.out = out;
        this.err = err;
    }

    /** As the process: ends the JVM. */
    public static void main(List<String> arguments) {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF); // the tables are all it says
        System.exit(new CasesCommand(LabDirectory.standard(), System.out, System.err).run(arguments));
    }

    /** The exit code. */
    public int run(List<String> arguments) {
        try {
            CasesOptions options = CasesOptions.parse(arguments);
            return switch (options.verb()) {
                case HELP -> {
                    out.print(CasesOptions.USAGE);
                    yield AS_STATED;
                }
                case LIST -> list();
                case RUN, COMPARE -> play(options);
            };
        } catch (WrongUsageException | StageException | DirectoryInUseException | ServerFailedException e) {
            return notRun(e.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return notRun("interrupted");
        }
    }

    private int list() {
        Table table = new Table("case", "scheme", "scenario", "fault", "stated");
        for (Case each : Catalogue.all()) {
            for (Scenario scenario : each.scenarios()) {
                table.add(
                        each.id(), each.name(), scenario.id(), scenario.fault().slug(), stated(scenario));
            }
        }
        out.print(table.text());
        return AS_STATED;
    }

    private int play(CasesOptions options) throws InterruptedException {
        List<Report> reports = new ArrayList<>();
        try (Laboratory laboratory = new Laboratory(directory)) {
            for (CasesOptions.Chosen chosen : options.chosen()) {
                for (int time = 0; time < options.times(); time++) {
                    Report report =
                            laboratory.run(chosen.what(), chosen.scenario(), options.sizes(), RunListener.NOBODY);
                    reports.add(report);
                    if (options.json()) {
                        out.println(JsonMapper.shared().writeValueAsString(ReportView.of(report)));
                    }
                }
            }
        }
        if (!options.json()) {
            out.print(options.verb() == CasesOptions.Verb.RUN ? runs(options, reports) : comparison(reports));
        }
        return reports.stream().allMatch(Report::asStated) ? AS_STATED : DIFFERS;
    }

    private static String runs(CasesOptions options, List<Report> reports) {
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
                "overlaps",
                "late",
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
                    shown.overlaps(),
                    shown.lateWrites(),
                    shown.commands());
        }
        return table.text();
    }

    private static String comparison(List<Report> reports) {
        Table table = new Table(
                "case",
                "sold",
                "left",
                "oversold",
                "overlaps",
                "sold/s",
                "median ms",
                "p95 ms",
                "max ms",
                "commands",
                "commands/unit",
                "told",
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
                    report.overlaps(),
                    report.perSecond(),
                    report.waiting().medianMillis(),
                    report.waiting().p95Millis(),
                    report.waiting().maxMillis(),
                    report.commands(),
                    report.sold() == 0 ? "" : (double) report.commands() / report.sold(),
                    report.notifications(),
                    report.retries(),
                    report.idleMillis(),
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

    private static String seen(Report report) {
        return report.findings().isEmpty()
                ? "holds"
                : report.findings().stream()
                        .map(Finding::failure)
                        .map(Failure::slug)
                        .distinct()
                        .collect(Collectors.joining(", "));
    }

    private int notRun(@Nullable String why) {
        err.println("cases: " + why);
        return NOT_RUN;
    }
}
