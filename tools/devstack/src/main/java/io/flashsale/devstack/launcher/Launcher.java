package io.flashsale.devstack.launcher;

import io.flashsale.commandline.CommandProgram;
import io.flashsale.devstack.server.PrometheusServer;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Main class of {@code ./demo}. Exit status: 0 fine, 1 failed, 2 the command line is not understood. */
public final class Launcher {

    static final CommandProgram<DemoOptions> PROGRAM = new CommandProgram<>("demo", DemoOptions.class, List.of());

    private Launcher() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> typed, PrintStream out, PrintStream err) {
        return PROGRAM.run(typed, out, err, Launcher::run);
    }

    private static int run(DemoOptions options) {
        if (options.observed() && PrometheusServer.executable(path()).isEmpty()) {
            System.err.println(
                    "demo: --observe needs Prometheus, which is not installed. On Debian: apt-get install prometheus");
            return 1;
        }
        if (!options.yes() && !confirmed(beyondThisMachine(options.host(), System.getenv()))) {
            return CommandProgram.COULD_NOT_RUN;
        }
        Path root = ProjectRoot.find();
        Console console = new Console(System.out);
        if (options.train()) {
            return new Training(console, root, options).run();
        }
        return options.smoke() ? new Smoke(console, root, options).run() : demo(console, root, options);
    }

    /** The directories with programs. */
    static String path() {
        return System.getenv().getOrDefault("PATH", "");
    }

    /** A warning for each connection beyond this machine; the demo's passwords are public. */
    static List<String> beyondThisMachine(String host, Map<String, String> environment) {
        List<String> sentences = new ArrayList<>();
        if (!isThisMachine(host)) {
            sentences.add("Others can reach the shop at " + host + ", and log in with the demo's passwords.");
        }
        String database = environment.getOrDefault("FLASHSALE_DB_HOST", "localhost");
        if (!isThisMachine(database)) {
            sentences.add("The demo's accounts would be made in the database at " + database + ".");
        }
        return sentences;
    }

    private static boolean isThisMachine(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException whoKnows) {
            return false;
        }
    }

    /** Asks the user on the console; without a console the answer is no. */
    private static boolean confirmed(List<String> dangers) {
        if (dangers.isEmpty()) {
            return true;
        }
        dangers.forEach(System.err::println);
        java.io.Console terminal = System.console();
        if (terminal == null || !terminal.isTerminal()) {
            System.err.println("demo: start it with --yes if that is meant");
            return false;
        }
        return "yes".equals(terminal.readLine("Is that meant? Type yes: "));
    }

    private static int demo(Console console, Path root, DemoOptions options) {
        Demo demo = new Demo(console, root, options, System.getenv());
        try {
            demo.start(new DataDirectory(root.resolve(options.data())));
            demo.runUntilStopped();
            return 0;
        } catch (RuntimeException e) {
            if (!demo.isStopping()) { // else it failed only because the shutdown hook stops what is starting
                System.err.println("demo: " + Failures.describe(e));
            }
            demo.stop();
            return 1;
        }
    }
}
