package io.flashsale.locklab.command;

import io.flashsale.commandline.CommandProgram;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.locklab.observation.Observation;
import io.flashsale.locklab.run.LabDirectory;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.ReportView;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.text.Language;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** {@code learn/lock-lab/cases}: lists, runs, compares and observes. The exit code says whether all outcomes are as expected. */
public final class CasesCommand {

    public static final int AS_STATED = 0;
    public static final int DIFFERS = 1;
    public static final int NOT_RUN = CommandProgram.COULD_NOT_RUN;

    static final CommandProgram<CasesOptions> PROGRAM =
            new CommandProgram<>("cases", CasesOptions.class, LabCommands.EXPLAINED);

    private final Path directory;
    private final PrintStream out;
    private final PrintStream err;

    /** @param directory the laboratory's working directory */
    public CasesCommand(Path directory, PrintStream out, PrintStream err) {
        this.directory = directory;
        this.out = out;
        this.err = err;
    }

    /** Runs as the process: ends the JVM. */
    public static void main(List<String> arguments) {
        LabCommands.asProcess(() -> new CasesCommand(LabDirectory.standard(), System.out, System.err).run(arguments));
    }

    /** Returns the exit code. */
    public int run(List<String> typed) {
        return PROGRAM.run(typed, out, err, options -> switch (options.verb()) {
            case LIST -> list(options.language());
            case OBSERVE -> observe(options.observation().orElseThrow());
            case RUN, COMPARE -> run(options);
        });
    }

    private int observe(Observation observation) throws InterruptedException {
        ProcessDirectory home = new ProcessDirectory(directory);
        home.claim(ProcessIdentity.current());
        try {
            return observation.run(home, out) ? AS_STATED : DIFFERS;
        } finally {
            home.release();
        }
    }

    private int list(Language language) {
        out.print(Printout.list(language));
        return AS_STATED;
    }

    private int run(CasesOptions options) throws InterruptedException {
        List<RunReport> reports = new ArrayList<>();
        try (Laboratory laboratory = new Laboratory(directory)) {
            if (options.verb() == CasesOptions.Verb.COMPARE) {
                // Warms up, so that no row includes the start of new processes.
                run(laboratory, options.chosen().getFirst(), options);
            }
            for (CasesOptions.Chosen chosen : options.chosen()) {
                for (int time = 0; time < options.times(); time++) {
                    RunReport report = run(laboratory, chosen, options);
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
                            : Printout.comparison(options, reports));
            if (options.diagram()) {
                out.print(Printout.diagrams(reports));
            }
        }
        return reports.stream().allMatch(RunReport::asStated) ? AS_STATED : DIFFERS;
    }

    private static RunReport run(Laboratory laboratory, CasesOptions.Chosen chosen, CasesOptions options)
            throws InterruptedException {
        return laboratory.run(chosen.what(), chosen.scenario(), options.sizes(), RunListener.NOBODY);
    }
}
