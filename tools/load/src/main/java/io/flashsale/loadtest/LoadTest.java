package io.flashsale.loadtest;

import io.flashsale.commandline.Progress;
import java.nio.file.Path;
import java.util.List;

/** Main class of {@code jmeter/run}. Exit status: 0 PASS, 1 FAIL, 2 could not measure. */
public final class LoadTest {

    private LoadTest() {}

    public static void main(String[] arguments) {
        System.exit(run(new Progress(System.out), List.of(arguments)));
    }

    private static int run(Progress progress, List<String> typed) {
        try {
            LoadTestArguments arguments = LoadTestArguments.parse(typed);
            if (arguments.help) {
                progress.line(LoadTestArguments.usage());
                return 0;
            }
            Path root = Path.of(System.getProperty("flashsale.root", "")).toAbsolutePath();
            return new Run(progress, root, LoadTestOptions.of(arguments), typed).measure();
        } catch (CannotMeasureException e) {
            System.err.println("jmeter/run: " + e.getMessage());
            return 2;
        } catch (RuntimeException unforeseen) {
            // Neither PASS nor FAIL: after an uncaught exception, the JVM would exit with 1, which means FAIL.
            System.err.println("jmeter/run: the runner failed: " + unforeseen);
            return 2;
        }
    }
}
