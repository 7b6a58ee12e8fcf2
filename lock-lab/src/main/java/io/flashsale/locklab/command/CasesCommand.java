package io.flashsale.locklab.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.locklab.run.LabDirectory;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.Report;
import io.flashsale.locklab.run.ReportView;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.scenario.ScenarioException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** {@code lock-lab/cases}: lists, runs and compares; the exit code says whether the outcomes are as the cases state. */
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
    public int run(List<String> typed) {
        try {
            Arguments arguments = Arguments.parse(typed);
            if (arguments.help) {
                out.print(Arguments.usage());
                return AS_STATED;
            }
            CasesOptions options = CasesOptions.of(arguments);
            return switch (options.verb()) {
                case LIST -> list();
                case RUN, COMPARE -> run(options);
            };
        } catch (WrongUsageException
                | ScenarioException
                | DirectoryInUseException
                | ServerFailedException
                | UncheckedIOException
                | UnsupportedOperationException e) {
            return notRun(e.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return notRun("interrupted");
        }
    }

    private int list() {
        out.print(Printout.list());
        return AS_STATED;
    }

    private int run(CasesOptions options) throws InterruptedException {
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
            out.print(
                    options.verb() == CasesOptions.Verb.RUN
                            ? Printout.runs(options, reports)
                            : Printout.comparison(reports));
        }
        return reports.stream().allMatch(Report::asStated) ? AS_STATED : DIFFERS;
    }

    private int notRun(@Nullable String why) {
        err.println("cases: " + why);
        return NOT_RUN;
    }
}
