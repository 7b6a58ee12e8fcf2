package io.flashsale.loadtest;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a run is to do: the command line, checked and completed by the plan. The host is a URL without a path. */
record LoadTestOptions(
        TestPlan plan,
        EntryMode mode,
        Target target,
        URI host,
        AdminCredentials admin,
        LoadProfile load,
        LoadTestArguments given) {

    /** @throws CannotMeasureException for values that are invalid or do not go together */
    static LoadTestOptions of(LoadTestArguments given) {
        TestPlan plan = plan(given);
        require(
                given.sale == null || given.sale.matches("[0-9]{1,19}"),
                "--sale is the number of a sale, not '" + given.sale + "'.");
        require(
                given.sale == null || given.stock == null,
                "--stock is for a new sale: leave it out, or leave --sale out.");
        require(
                given.report == null || !given.report.toString().isBlank(),
                "--report is the folder of the report, not ''.");
        number("--warm-up", given.warmUp, 0, 600);
        return new LoadTestOptions(
                plan,
                mode(plan, given),
                target(plan, given.target),
                host(given.host),
                admin(given.admin),
                load(plan, given),
                given);
    }

    private static EntryMode mode(TestPlan plan, LoadTestArguments given) {
        String mode = given.mode;
        require(mode == null || plan.waits(), "--mode is for waiting-room: nobody waits in " + plan.title() + ".");
        require(mode == null || given.sale == null, "--mode is for a new sale: leave it out, or leave --sale out.");
        return switch (mode) {
            case null -> plan.waits() ? EntryMode.QUEUE : EntryMode.OPEN;
            case "queue" -> EntryMode.QUEUE;
            case "lottery" -> EntryMode.LOTTERY;
            default -> throw new CannotMeasureException("--mode is queue or lottery, not '" + mode + "'.");
        };
    }

    private static TestPlan plan(LoadTestArguments given) {
        require(!given.plans.isEmpty(), "Name a plan: " + TestPlan.names() + ". See jmeter/run --help");
        require(given.plans.size() == 1, "One plan at a time, not also '" + given.plans.getLast() + "'.");
        String name = given.plans.getFirst();
        return TestPlan.called(name)
                .orElseThrow(() ->
                        new CannotMeasureException("There is no plan '" + name + "', only " + TestPlan.names() + "."));
    }

    private static Target target(TestPlan plan, String value) {
        Target target = switch (value) {
            case "real" -> plan.target();
            case "naive" -> Target.NAIVE;
            default -> throw new CannotMeasureException("--target is real or naive, not '" + value + "'.");
        };
        require(
                target != Target.NAIVE || plan.naiveToo(),
                "The naive path has reservations and nothing else, so " + plan.title() + " cannot run on it.");
        return target;
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
            // Reported below.
        }
        throw new CannotMeasureException("--host is an URL such as http://localhost:8080, not '" + value + "'.");
    }

    private static AdminCredentials admin(String value) {
        int colon = value.indexOf(':');
        require(colon > 0 && colon < value.length() - 1, "--admin is USER:PASSWORD");
        return new AdminCredentials(value.substring(0, colon), value.substring(colon + 1));
    }

    private static LoadProfile load(TestPlan plan, LoadTestArguments given) {
        LoadProfile defaults = plan.defaults();
        require(defaults.clicks() > 1 || given.clicks == null, "In " + plan.title() + " each shopper clicks once.");
        int users = number("--users", orElse(given.users, defaults.users()), 1, 100_000);
        int clicks = number("--clicks", orElse(given.clicks, defaults.clicks()), 1, 50);
        return new LoadProfile(
                users,
                number("--stock", orElse(given.stock, defaults.stock()), 1, 1_000_000),
                plan.threadsAreClicks() ? threadsOfOne(plan, given, clicks) : threads(plan, given, users),
                number("--ramp", orElse(given.ramp, defaults.ramp()), 0, 600),
                clicks);
    }

    private static int threadsOfOne(TestPlan plan, LoadTestArguments given, int clicks) {
        require(
                given.threads == null,
                "In " + plan.title() + " the threads are the clicks of one shopper: use --clicks.");
        require(clicks > 1, "In " + plan.title() + " a shopper clicks at least twice.");
        return clicks;
    }

    private static int threads(TestPlan plan, LoadTestArguments given, int users) {
        int byDefault = Math.min(users, plan.defaults().threads());
        int threads = number("--threads", orElse(given.threads, byDefault), 1, 5_000);
        require(
                threads <= users,
                "%d users are fewer than %d threads, which each need one: raise --users or lower --threads."
                        .formatted(users, threads));
        return threads;
    }

    private static int orElse(@Nullable Integer given, int byDefault) {
        return given == null ? byDefault : given;
    }

    private static int number(String option, int value, int min, int max) {
        require(
                value >= min && value <= max,
                "%s is a number from %d to %d, not '%d'.".formatted(option, min, max, value));
        return value;
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

    /** Maximum duration of the warm-up; zero for none. */
    Duration warmUp() {
        return Duration.ofSeconds(given.warmUp);
    }

    /** Id of an existing sale; null to create one. */
    @Nullable
    String sale() {
        return given.sale;
    }

    @Nullable
    Path report() {
        return given.report;
    }

    boolean start() {
        return given.start;
    }

    boolean window() {
        return given.window;
    }
}
