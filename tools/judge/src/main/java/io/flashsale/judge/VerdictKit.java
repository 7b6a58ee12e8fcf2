package io.flashsale.judge;

import io.flashsale.commandline.CommandProgram;
import io.flashsale.commandline.Progress;
import io.flashsale.judge.adapter.AdapterFile;
import io.flashsale.judge.adapter.ShopAdapter;
import io.flashsale.judge.shop.LocalTargets;
import io.flashsale.judge.shop.ShopClaim;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Main class of {@code jmeter/verdict}. Exit status: 0 PASS, 1 FAIL, 2 no verdict, or a fault of the adapter. */
public final class VerdictKit {

    static final CommandProgram<VerdictOptions> PROGRAM =
            new CommandProgram<>("jmeter/verdict", VerdictOptions.class, List.of(CannotMeasureException.class));

    private VerdictKit() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.getenv(), System.out, System.err));
    }

    /** Returns the exit status. */
    static int run(List<String> typed, Map<String, String> environment, PrintStream out, PrintStream err) {
        return PROGRAM.run(typed, out, err, options -> run(options, typed, environment, out));
    }

    private static int run(VerdictOptions options, List<String> typed, Map<String, String> environment, PrintStream out)
            throws Exception {
        if (options.task() == VerdictOptions.Task.INIT) {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            return new AdapterInterview(in, out).write(options.file(), options.openApi());
        }
        ShopAdapter adapter = AdapterFile.read(options.file(), environment);
        List<String> elsewhere = LocalTargets.elsewhere(adapter);
        if (!elsewhere.isEmpty() && !options.yes()) {
            throw new CannotMeasureException("Preparing a sale changes data, and this is not on this machine: "
                    + String.join(", ", elsewhere) + ". Add --yes if that is what you want.");
        }
        Path root = Path.of(System.getProperty("flashsale.root", "")).toAbsolutePath();
        try (ShopClaim _ = ShopClaim.of(adapter.url(), root.resolve(".flashsale/judged"))) {
            return options.task() == VerdictOptions.Task.CHECK
                    ? new AdapterCheck(adapter, out).run()
                    : new JudgedRun(new Progress(out), root, adapter, options, typed).measure();
        }
    }
}
