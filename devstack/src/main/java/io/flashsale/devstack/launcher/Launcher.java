package io.flashsale.devstack.launcher;

import io.flashsale.devstack.system.ProjectRoot;
import java.nio.file.Path;

/** Main class of {@code ./demo}. Exit status: 0 fine, 1 failed, 2 the command line is not understood. */
public final class Launcher {

    private Launcher() {}

    public static void main(String[] arguments) {
        Console console = new Console(System.out);
        System.exit(run(console, arguments));
    }

    private static int run(Console console, String... arguments) {
        Path root = ProjectRoot.find();
        try {
            Options options = Options.parse(root, arguments);
            if (options.help()) {
                console.line(Options.HELP);
                return 0;
            }
            return options.smoke() ? new Smoke(console, root, options).run() : demo(console, root, options);
        } catch (Options.UsageException e) {
            System.err.println("demo: " + e.getMessage());
            return 2;
        }
    }

    private static int demo(Console console, Path root, Options options) {
        DataDirectory data = new DataDirectory(options.data());
        Demo demo = new Demo(console, root, options, System.getenv());
        try {
            demo.start(data);
            demo.runUntilStopped();
            return 0;
        } catch (RuntimeException e) {
            if (demo.isStopping()) {
                // The failure is only that what was being started has been stopped; the shutdown hook is at work.
                demo.stop();
                return 1;
            }
            System.err.println("demo: " + Failures.describe(e));
            demo.stop();
            return 1;
        }
    }
}
