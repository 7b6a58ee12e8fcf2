package io.flashsale.chaos;

import io.flashsale.chaos.report.CampaignFile;
import io.flashsale.commandline.CommandProgram;
import io.flashsale.commandline.Progress;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.PrintStream;
import java.util.List;

/** Main class of {@code ./chaos}. Exit status: 0 everything held, 1 a violation was found, 2 could not test. */
public final class Chaos {

    static final CommandProgram<ChaosOptions> PROGRAM = new CommandProgram<>(
            "chaos", ChaosOptions.class, List.of(CannotTestException.class, ServerFailedException.class));

    private Chaos() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> typed, PrintStream out, PrintStream err) {
        return PROGRAM.run(typed, out, err, options -> run(options, out));
    }

    private static int run(ChaosOptions options, PrintStream out) throws InterruptedException {
        if (options.summary() != null) {
            CampaignFile.summary(options.summary()).forEach(out::println);
            return Tester.HOLDS;
        }
        Tester tester = new Tester(new Progress(out), ProjectRoot.find(), options);
        if (options.plan()) {
            tester.plan();
            return Tester.HOLDS;
        }
        return tester.test();
    }
}
