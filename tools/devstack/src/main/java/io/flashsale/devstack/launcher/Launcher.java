package io.flashsale.devstack.launcher;

import static java.util.stream.Collectors.joining;

import io.flashsale.commandline.CommandLineOptions;
import io.flashsale.devstack.launcher.DemoSettings.Database;
import io.flashsale.devstack.launcher.DemoSettings.RedisTopology;
import io.flashsale.devstack.server.PrometheusServer;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.devstack.system.ServiceName;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Main class of {@code ./demo}. Exit status: 0 fine, 1 failed, 2 the command line is not understood. */
@Command(
        name = "./demo",
        customSynopsis = "./demo [options]",
        description = {
            "",
            "Builds what is stale, starts the servers and the services, adds demo data and prints the address.",
            "Ctrl-C stops everything.",
            ""
        },
        footerHeading = "%nExisting servers are used instead of own ones if these variables are set:%n",
        footer = {
            "  SPRING_DATA_REDIS_HOST, SPRING_DATA_REDIS_PORT   Redis",
            "  SPRING_KAFKA_BOOTSTRAP_SERVERS                   Kafka",
            "  FLASHSALE_DB_HOST, FLASHSALE_DB_PORT, FLASHSALE_DB_USER, FLASHSALE_DB_PASSWORD",
            "                                                   MySQL or MariaDB with flashsale_stock, _order, _coupon, _lab"
        },
        sortOptions = false,
        usageHelpWidth = 118)
public final class Launcher implements Callable<Integer> {

    /** More instances would only cost memory, because all share this machine. */
    private static final int MAX_INSTANCES = 4;

    private final Path root;

    @Spec
    CommandSpec spec = CommandSpec.create();

    @Option(names = "--port", paramLabel = "N", description = "port of the gateway, for the browser (${DEFAULT-VALUE})")
    int port = 8080;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "address the gateway listens on (${DEFAULT-VALUE}; 0.0.0.0 for all)")
    String host = "127.0.0.1";

    @Option(names = "--db", paramLabel = "mariadb|mysql", description = "database server (mariadb)")
    Database database = Database.MARIADB;

    @Option(
            names = "--redis",
            paramLabel = "single|sentinel|cluster",
            description = "one Redis, a master with two replicas and three Sentinels, or a Cluster of 3 + 6 (single)")
    RedisTopology redis = RedisTopology.SINGLE;

    @Option(
            names = "--break-lines",
            description =
                    "let the control room break the lines from services to servers, and from gateways to services")
    boolean breakLines;

    @Option(
            names = "--instances",
            paramLabel = "N",
            description = "so many of each: stock-service, order-service, coupon-service, gateway (${DEFAULT-VALUE})")
    int instances = 1;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "where data and logs are (.flashsale/demo in the project)")
    Path data;

    @Option(names = "--fresh", description = "throw away that data first")
    boolean fresh;

    @Option(
            names = "--small",
            description =
                    "for a machine with 2 GB: no coupons, no lock lab, little memory for the rest; one of each and one Redis")
    boolean small;

    @Option(
            names = "--no-aot",
            description = "do not make AOT caches for a faster next start, which takes minutes in the background")
    boolean noAot;

    @Option(
            names = "--observe",
            description = "start the Prometheus that is installed here, with the alerts, and print its address")
    boolean observe;

    @Option(
            names = "--yes",
            description = "do not ask before others can reach the demo, whose passwords everybody knows")
    boolean yes;

    @Option(
            names = "--without",
            paramLabel = "SERVICE",
            description = "leave the start of this service to you, for example in an IDE: write its environment into a "
                    + "file, and go on when it is ready")
    @Nullable
    ServiceName without;

    @Option(
            names = "--debug",
            paramLabel = "SERVICE",
            description = "open a debug port (JDWP) in this service; makes no AOT caches")
    @Nullable
    ServiceName debugged;

    @Option(names = "--smoke", description = "start everything with data of its own, buy something, stop, report")
    boolean smoke;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this text")
    boolean help;

    Launcher(Path root) {
        this.root = root;
        this.data = root.resolve(".flashsale/demo");
    }

    public static void main(String[] arguments) {
        System.exit(new Launcher(ProjectRoot.find()).commandLine().execute(arguments));
    }

    /** The parser that fills this object; it explains unknown options in one line. */
    CommandLine commandLine() {
        return CommandLineOptions.commandLine(this)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(ServiceName.class, Launcher::service)
                .setParameterExceptionHandler((failure, arguments) -> {
                    failure.getCommandLine().getErr().println("demo: " + failure.getMessage() + ", see ./demo --help");
                    return CommandLine.ExitCode.USAGE;
                });
    }

    /** The service of a module, because logs and documents call it so. */
    private static ServiceName service(String module) {
        return Stream.of(ServiceName.values())
                .filter(name -> name.module().equals(module))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("there is no " + module + ", there are "
                        + Stream.of(ServiceName.values())
                                .map(ServiceName::module)
                                .collect(joining(", "))));
    }

    @Override
    public Integer call() {
        DemoSettings settings = settings();
        Console console = new Console(System.out);
        if (settings.observed() && PrometheusServer.executable(path()).isEmpty()) {
            System.err.println(
                    "demo: --observe needs Prometheus, which is not installed. On Debian: apt-get install prometheus");
            return CommandLine.ExitCode.SOFTWARE;
        }
        if (!yes && !confirmed(Reachability.beyondThisMachine(settings, System.getenv()))) {
            return CommandLine.ExitCode.USAGE;
        }
        return smoke ? new Smoke(console, root, settings).run() : demo(console, settings);
    }

    /** The directories with programs. */
    static String path() {
        return System.getenv().getOrDefault("PATH", "");
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

    /** @throws ParameterException if a value makes no sense */
    DemoSettings settings() {
        require(port >= 1 && port <= 65_535, "--port is a number from 1 to 65535, not " + port);
        require(
                instances >= 1 && instances <= MAX_INSTANCES,
                "--instances is a number from 1 to " + MAX_INSTANCES + ", not " + instances);
        require(
                !breakLines || Infrastructure.isOwn(System.getenv()),
                "--break-lines is for own servers only, and the environment names existing ones");
        require(
                !small || instances == 1 && redis == RedisTopology.SINGLE,
                "--small is one of each and one Redis, without --instances and --redis");
        require(
                without == null && debugged == null || instances == 1 && !smoke,
                "--without and --debug are for one of each, without --instances and --smoke");
        require(without == null || without != debugged, "--debug is not for the service that --without leaves to you");
        require(
                !small || isInSmallSystem(without) && isInSmallSystem(debugged),
                "--small has no coupon-service and no lock-lab");
        require(!host.isBlank(), "--host needs a value");
        require(!data.toString().isBlank(), "--data needs a value");
        return new DemoSettings(
                database,
                redis,
                breakLines,
                instances,
                fresh,
                data.toAbsolutePath().normalize(),
                host,
                port,
                !noAot && !small && debugged == null, // a JVM with a debug agent makes none
                observe,
                small,
                without,
                debugged);
    }

    private static boolean isInSmallSystem(@Nullable ServiceName service) {
        return service == null || service.isInSmallSystem();
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    private int demo(Console console, DemoSettings settings) {
        DataDirectory directory = new DataDirectory(settings.data());
        Demo demo = new Demo(console, root, settings, System.getenv());
        try {
            demo.start(directory);
            demo.runUntilStopped();
            return 0;
        } catch (RuntimeException e) {
            if (demo.isStopping()) {
                // The start failed only because the shutdown hook has stopped what was starting.
                demo.stop();
                return 1;
            }
            System.err.println("demo: " + Failures.describe(e));
            demo.stop();
            return 1;
        }
    }
}
