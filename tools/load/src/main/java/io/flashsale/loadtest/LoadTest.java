package io.flashsale.loadtest;

import io.flashsale.client.ShopClientException;
import io.flashsale.commandline.CommandProgram;
import io.flashsale.commandline.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Main class of {@code jmeter/run}. Exit status: 0 PASS, 1 FAIL, 2 could not measure. */
public final class LoadTest {

    static final CommandProgram<LoadTestOptions> PROGRAM = new CommandProgram<>(
            "jmeter/run",
            LoadTestOptions.class,
            List.of(CannotMeasureException.class, ShopClientException.class),
            defaults());

    private LoadTest() {}

    public static void main(String[] arguments) {
        List<String> typed = List.of(arguments);
        Path root = Path.of(System.getProperty("flashsale.root", "")).toAbsolutePath();
        System.exit(PROGRAM.run(
                typed,
                System.out,
                System.err,
                options -> new Run(new Progress(System.out), root, options, typed).measure()));
    }

    /** The table of the plans' defaults. */
    private static List<String> defaults() {
        List<String> table = new ArrayList<>();
        String row = "  %-15s %6s %6s %8s %5s %7s";
        table.add(String.format(Locale.ROOT, row, "", "users", "stock", "threads", "ramp", "clicks"));
        for (TestPlan plan : TestPlan.values()) {
            LoadProfile load = plan.defaults();
            table.add(String.format(
                    Locale.ROOT,
                    row,
                    plan.title(),
                    load.users(),
                    load.stock(),
                    load.threads(),
                    load.ramp(),
                    load.clicks() == 1 ? "-" : load.clicks()));
        }
        return table;
    }
}
