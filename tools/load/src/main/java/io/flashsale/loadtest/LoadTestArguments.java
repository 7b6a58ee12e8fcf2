package io.flashsale.loadtest;

import io.flashsale.commandline.CommandArguments;
import io.flashsale.commandline.CommandLineOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code jmeter/run} as typed; {@link LoadTestOptions} is its meaning. Null means not given. */
@Command(
        name = "jmeter/run",
        customSynopsis = "jmeter/run PLAN [options]",
        description = {
            "",
            "Runs one of the JMeter plans against a running flash-sale, asks the auditor, and ends with one line:"
                    + " PASS (exit status 0), FAIL (1), or why it could not measure (2).",
            ""
        },
        footerHeading = "%nDefaults of users, stock, threads, ramp and clicks depend on the plan:%n",
        sortOptions = false,
        usageHelpWidth = 118)
final class LoadTestArguments extends CommandArguments {

    @Parameters(
            paramLabel = "PLAN",
            arity = "0..*",
            hideParamSyntax = true,
            description = "oversell, one-per-user, browse-and-buy, sold-out-storm, restock, coupon-grab or"
                    + " waiting-room; jmeter/README.md explains each. To coupon-grab a sale is a coupon template, and its units are"
                    + " coupons.")
    List<String> plans = new ArrayList<>();

    @Option(names = "--host", paramLabel = "URL", description = "the gateway (${DEFAULT-VALUE})")
    String host = "http://localhost:8080";

    @Option(
            names = "--target",
            paramLabel = "real|naive",
            description = "the real path, or the deliberately broken one that must FAIL (${DEFAULT-VALUE})")
    String target = "real";

    @Option(names = "--users", paramLabel = "N", description = "shoppers, signed up for this run")
    @Nullable
    Integer users;

    @Option(names = "--stock", paramLabel = "N", description = "units of the sale that is created for this run")
    @Nullable
    Integer stock;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "connections that the shoppers are spread over, at most 5000")
    @Nullable
    Integer threads;

    @Option(names = "--ramp", paramLabel = "SECONDS", description = "in which the threads start")
    @Nullable
    Integer ramp;

    @Option(
            names = "--clicks",
            paramLabel = "N",
            description = "clicks of each shopper, where the plan has them; at most 50")
    @Nullable
    Integer clicks;

    @Option(
            names = "--mode",
            paramLabel = "queue|lottery",
            description = "of the waiting room: in the sequence in which one came, or drawn at the opening (queue)")
    @Nullable
    String mode;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description =
                    "at most, of clicks on other sales until the system gets no faster (${DEFAULT-VALUE}; 0 for none)")
    int warmUp = 60;

    @Option(
            names = "--sale",
            paramLabel = "ID",
            description = "a sale that exists and has not been used, instead of a new one")
    @Nullable
    String sale;

    @Option(names = "--admin", paramLabel = "USER:PASSWORD", description = "the administrator (${DEFAULT-VALUE})")
    String admin = "admin:admin-demo";

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "the folder of the report, new or empty (.flashsale/load-tests/PLAN-TIME)")
    @Nullable
    Path report;

    @Option(names = "--start", description = "start ./demo if nothing listens there, and stop it afterwards")
    boolean start;

    @Option(names = "--window", description = "open the plan in JMeter's window, with all properties set; no verdict")
    boolean window;

    /** @throws CannotMeasureException for options that {@link #usage()} does not list */
    static LoadTestArguments parse(List<String> typed) {
        return CommandLineOptions.parse(new LoadTestArguments(), typed, CannotMeasureException::new);
    }

    static String usage() {
        return CommandLineOptions.usage(new LoadTestArguments(), defaults());
    }

    private static String[] defaults() {
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
        return table.toArray(String[]::new);
    }
}
