package io.flashsale.loadtest;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The command line of {@code jmeter/run}. The host is an URL without a path; the ramp and the warm-up are seconds. */
record Options(
        Plan plan,
        Target target,
        URI host,
        String adminName,
        String adminPassword,
        int users,
        int stock,
        int threads,
        int ramp,
        int clicks,
        int warmUp,
        @Nullable String sale,
        @Nullable Path report,
        boolean start,
        boolean window) {

    static final String HELP = """
            Usage: jmeter/run PLAN [options]

            Runs one of the JMeter plans against a running flash-sale, asks the auditor, and ends with one line:
            PASS (exit status 0), FAIL (1), or why it could not measure (2).

            Plans: oversell, one-per-user, browse-and-buy, sold-out-storm, restock, coupon-grab. jmeter/README.md explains
            each. To coupon-grab a sale is a coupon template, and its units are coupons.

              --host URL             the gateway (http://localhost:8080)
              --target real|naive    the real path, or the deliberately broken one that must FAIL (real)
              --users N              shoppers, signed up for this run
              --stock N              units of the sale that is created for this run
              --threads N            connections that the shoppers are spread over, at most 5000
              --ramp SECONDS         in which the threads start
              --clicks N             clicks of each shopper, where the plan has them; at most 50
              --warm-up SECONDS      at most, of clicks on other sales until the system gets no faster (60; 0 for none)
              --sale ID              a sale that exists and has not been used, instead of a new one
              --admin USER:PASSWORD  the administrator (admin:admin-demo)
              --report DIR           the folder of the report, new or empty (.flashsale/load-tests/PLAN-TIME)
              --start                start ./demo if nothing listens there, and stop it afterwards
              --window               open the plan in JMeter's window, with all properties set; no verdict
              --help                 this text

            Defaults of users, stock, threads, ramp and clicks depend on the plan:
            """;

    private static final Set<String> FLAGS = Set.of("--start", "--window");
    private static final Set<String> VALUES = Set.of(
            "--host",
            "--target",
            "--users",
            "--stock",
            "--threads",
            "--ramp",
            "--clicks",
            "--warm-up",
            "--sale",
            "--admin",
            "--report");

    static String help() {
        StringBuilder text = new StringBuilder(HELP);
        text.append("  %-15s %6s %6s %8s %5s %7s%n".formatted("", "users", "stock", "threads", "ramp", "clicks"));
        for (Plan plan : Plan.values()) {
            Plan.Defaults by = plan.defaults();
            text.append("  %-15s %6d %6d %8d %5d %7s%n"
                    .formatted(
                            plan.title(),
                            by.users(),
                            by.stock(),
                            by.threads(),
                            by.ramp(),
                            by.clicks() == 1 ? "-" : by.clicks()));
        }
        return text.toString();
    }

    /** @throws CannotMeasureException for anything that is not in {@link #HELP} */
    static Options parse(List<String> arguments) {
        Map<String, String> given = split(arguments);
        String name = given.get("");
        if (name == null) {
            throw new CannotMeasureException("Name a plan: " + Plan.names() + ". See jmeter/run --help");
        }
        Plan plan = Plan.called(name)
                .orElseThrow(() ->
                        new CannotMeasureException("There is no plan '" + name + "', only " + Plan.names() + "."));
        Plan.Defaults by = plan.defaults();
        int users = number(given, "--users", by.users(), 1, 100_000);
        int clicks = number(given, "--clicks", by.clicks(), 1, 50);
        String admin = given.getOrDefault("--admin", "admin:admin-demo");
        int colon = admin.indexOf(':');
        require(colon > 0 && colon < admin.length() - 1, "--admin is USER:PASSWORD");
        require(
                !given.containsKey("--sale") || !given.containsKey("--stock"),
                "--stock is for a new sale: leave it out, or leave --sale out.");
        require(by.clicks() > 1 || !given.containsKey("--clicks"), "In " + plan.title() + " each shopper clicks once.");
        Options options = new Options(
                plan,
                target(plan, given.getOrDefault("--target", "real")),
                host(given.getOrDefault("--host", "http://localhost:8080")),
                admin.substring(0, colon),
                admin.substring(colon + 1),
                users,
                number(given, "--stock", by.stock(), 1, 1_000_000),
                threads(plan, given, users, clicks),
                number(given, "--ramp", by.ramp(), 0, 600),
                clicks,
                number(given, "--warm-up", 60, 0, 600),
                sale(given.get("--sale")),
                given.containsKey("--report") ? Path.of(given.getOrDefault("--report", "")) : null,
                given.containsKey("--start"),
                given.containsKey("--window"));
        require(
                options.target != Target.NAIVE || plan.naiveToo(),
                "The naive path has reservations and nothing else, so " + plan.title() + " cannot run on it.");
        return options;
    }

    private static Map<String, String> split(List<String> arguments) {
        Map<String, String> given = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name = argument.startsWith("--") && equals > 0 ? argument.substring(0, equals) : argument;
            String value = equals > 0 ? argument.substring(equals + 1) : "";
            if (VALUES.contains(name)) {
                if (name.equals(argument)) {
                    require(
                            i + 1 < arguments.size() && !arguments.get(i + 1).startsWith("--"),
                            name + " needs a value, see jmeter/run --help");
                    i++;
                    value = arguments.get(i);
                }
                require(!value.isBlank(), name + " needs a value, see jmeter/run --help");
            } else if (!FLAGS.contains(argument)) {
                require(!argument.startsWith("-"), "Unknown option " + argument + ", see jmeter/run --help");
                require(!given.containsKey(""), "One plan at a time, not also '" + argument + "'.");
                name = "";
                value = argument;
            }
            require(given.put(name, value) == null, name + " is given twice.");
        }
        return given;
    }

    private static Target target(Plan plan, String value) {
        return switch (value) {
            case "real" -> plan.target();
            case "naive" -> Target.NAIVE;
            default -> throw new CannotMeasureException("--target is real or naive, not '" + value + "'.");
        };
    }

    private static URI host(String value) {
        String url = value.contains("://") ? value : "http://" + value;
        try {
            URI host = URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
            if (host.getHost() != null
                    && host.getPath().isEmpty()
                    && Set.of("http", "https").contains(host.getScheme())) {
                return host;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new CannotMeasureException("--host is an URL such as http://localhost:8080, not '" + value + "'.");
    }

    private static int threads(Plan plan, Map<String, String> given, int users, int clicks) {
        if (plan.threadsAreClicks()) {
            require(
                    !given.containsKey("--threads"),
                    "In " + plan.title() + " the threads are the clicks of one shopper: use --clicks.");
            require(clicks > 1, "In " + plan.title() + " a shopper clicks at least twice.");
            return clicks;
        }
        int byDefault = Math.min(users, plan.defaults().threads());
        int threads = number(given, "--threads", byDefault, 1, 5_000);
        require(
                threads <= users,
                "%d users are fewer than %d threads, which each need one: raise --users or lower --threads."
                        .formatted(users, threads));
        return threads;
    }

    private static @Nullable String sale(@Nullable String value) {
        require(value == null || value.matches("[0-9]{1,19}"), "--sale is the number of a sale, not '" + value + "'.");
        return value;
    }

    private static int number(Map<String, String> given, String option, int byDefault, int least, int most) {
        String value = given.get(option);
        if (value == null) {
            return byDefault;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new CannotMeasureException(
                "%s is a number from %d to %d, not '%s'.".formatted(option, least, most, value));
    }

    private static void require(boolean fine, String otherwise) {
        if (!fine) {
            throw new CannotMeasureException(otherwise);
        }
    }

    int port() {
        return host.getPort() >= 0 ? host.getPort() : host.getScheme().equals("https") ? 443 : 80;
    }

    boolean isLocal() {
        return Set.of("localhost", "127.0.0.1", "[::1]").contains(host.getHost());
    }
}
