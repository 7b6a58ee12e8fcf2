package io.flashsale.locklab.matrix;

import io.flashsale.commandline.CommandProgram;
import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.asked.Questions;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.command.LabCommands;
import io.flashsale.locklab.run.LabDirectory;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.scenario.Sizes;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code learn/lock-lab/update-matrix}: runs the matrix's scenarios, scheme by scheme, and writes each finished row. */
public final class MatrixCommand {

    private static final Sizes SIZES = new Sizes(100, 20, 2, Duration.ofSeconds(20));

    /** Repeats the order test, because six clients may get in in order once by chance. */
    private static final int TIMES_IN_LINE = 3;

    private final MatrixFile file;
    private final Matrix.Recorded place;
    private final PrintStream out;

    private MatrixCommand(Path root, String commit, PrintStream out) {
        this.file = new MatrixFile(root);
        this.place = new Matrix.Recorded("", commit, machine());
        this.out = out;
    }

    /**
     * Runs as the process: ends the JVM.
     *
     * @param arguments cases; none for those without a row, {@code all} for all
     */
    public static void main(List<String> arguments) {
        LabCommands.asProcess(
                () -> CommandProgram.run("update-matrix", System.err, LabCommands.EXPLAINED, () -> run(arguments)));
    }

    private static int run(List<String> arguments) {
        Path root = Path.of(System.getProperty("flashsale.root", "."));
        String commit = System.getProperty("flashsale.commit", "unknown");
        MatrixCommand command = new MatrixCommand(root, commit, System.out);
        try (Laboratory laboratory = new Laboratory(LabDirectory.standard())) {
            command.chosen(arguments).forEach(scheme -> command.fill(laboratory, scheme));
        }
        return 0;
    }

    private static String machine() {
        return "%d processors, %s %s, Java %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        Runtime.version().feature());
    }

    private List<Case> chosen(List<String> arguments) {
        if (arguments.isEmpty()) {
            return file.missing();
        }
        return arguments.equals(List.of("all"))
                ? CaseCatalogue.all()
                : arguments.stream().map(MatrixCommand::named).toList();
    }

    private static Case named(String id) {
        return CaseCatalogue.find(id).orElseThrow(() -> new ScenarioException("there is no case '" + id + "'"));
    }

    private void fill(Laboratory laboratory, Case scheme) {
        Instant began = Clock.systemUTC().instant();
        Map<String, RunReport> reports = new LinkedHashMap<>();
        for (Scenario scenario : toRun(scheme)) {
            RunReport report = run(laboratory, scheme, scenario, reports);
            if (report != null) {
                reports.put(scenario.id(), report);
            }
        }
        Map<String, Matrix.Cell> cells = new LinkedHashMap<>();
        for (Property property : Property.values()) {
            cells.put(property.slug(), cell(property, scheme, reports));
        }
        Matrix.Recorded recorded =
                new Matrix.Recorded(began.truncatedTo(ChronoUnit.MINUTES).toString(), place.commit(), place.machine());
        file.write(new Matrix.Row(scheme.id(), recorded, cells));
        out.printf(
                Locale.ROOT,
                "%s: %d runs, %d s%n",
                scheme.id(),
                reports.size(),
                Duration.between(began, Clock.systemUTC().instant()).toSeconds());
    }

    /** Orders the scenarios: those that need living, warm workers come before those that kill them. */
    private static List<Scenario> toRun(Case scheme) {
        return Stream.of(Property.values())
                .flatMap(property -> property.evidence(scheme).stream())
                .distinct()
                .sorted(Comparator.comparing(MatrixCommand::turn))
                .toList();
    }

    private static int turn(Scenario scenario) {
        return scenario.id().equals(Questions.ALONE)
                ? 2 * Fault.CROWD.ordinal() + 1
                : 2 * scenario.fault().ordinal();
    }

    /** Null if an earlier run answers it, or if it could not be run, which is printed. */
    private @Nullable RunReport run(
            Laboratory laboratory, Case scheme, Scenario scenario, Map<String, RunReport> before) {
        boolean inLine = scenario.id().equals(Questions.IN_LINE);
        RunReport met = before.get(Questions.MEETS);
        if (inLine && met != null && isTurnedAway(met)) {
            return null;
        }
        try {
            if (scenario.id().equals(Scenario.CROWD)) {
                laboratory.run(scheme, scenario, SIZES, RunListener.NOBODY); // warms up
            }
            RunReport report = laboratory.run(scheme, scenario, SIZES, RunListener.NOBODY);
            for (int time = 1;
                    inLine && time < TIMES_IN_LINE && report.findings().isEmpty();
                    time++) {
                report = laboratory.run(scheme, scenario, SIZES, RunListener.NOBODY);
            }
            if (!report.asStated()) {
                out.printf(
                        "%s/%s is not as stated: %s %s%n",
                        scheme.id(), scenario.id(), report.findings(), report.doubts());
            }
            return report;
        } catch (ScenarioException e) {
            out.printf("%s/%s could not be run: %s%n", scheme.id(), scenario.id(), e.getMessage());
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }

    private static boolean isTurnedAway(RunReport report) {
        return report.findings().stream().anyMatch(finding -> finding.failure() == Failure.TURNED_AWAY);
    }

    private static Matrix.Cell cell(Property property, Case scheme, Map<String, RunReport> reports) {
        List<Matrix.Run> runs = property.evidence(scheme).stream()
                .map(Scenario::id)
                // A client that is not made to wait does not queue.
                .map(id -> reports.containsKey(id) || !id.equals(Questions.IN_LINE) ? id : Questions.MEETS)
                .flatMap(id -> Optional.ofNullable(reports.get(id)).stream())
                .flatMap(report -> PropertyEvidence.of(property, scheme, report).stream())
                .toList();
        if (!runs.isEmpty()) {
            return Matrix.Cell.of(runs);
        }
        return Matrix.Cell.missing(Missing.of(property, scheme), Questions.SAME_LOCK.get(scheme.id()));
    }
}
