package io.flashsale.loadtest;

import io.flashsale.client.entry.EntryMode;
import io.flashsale.commandline.CommandOptions;
import io.flashsale.commandline.UsageException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code jmeter/run}. The plan decides what is not given. */
@Command(
        name = "jmeter/run",
        customSynopsis = "jmeter/run PLAN [options]",
        description =
                "Runs one of the JMeter plans against a running flash-sale, asks the auditor, and ends with one line:"
                        + " PASS (exit status 0), FAIL (1), or why it could not measure (2).",
        footerHeading = "%nDefaults of users, stock, threads, ramp and clicks depend on the plan:%n")
record LoadTestOptions(
        @Parameters(
                paramLabel = "PLAN",
                description = "oversell, one-per-user, browse-and-buy, sold-out-storm, restock, coupon-grab or"
                        + " waiting-room; jmeter/README.md explains each. To coupon-grab a sale is a coupon template, and its units are"
                        + " coupons.")
        List<String> plans,

        @Option(
                names = "--host",
                paramLabel = "URL",
                defaultValue = "http://localhost:8080",
                description = "the gateway")
        String address,

        @Option(
                names = "--target",
                paramLabel = "real|naive",
                defaultValue = "real",
                description = "the real path, or the deliberately broken one that must FAIL")
        String path,

        @Option(names = "--users", description = "shoppers, signed up for this run") @Nullable
        Integer users,

        @Option(names = "--stock", description = "units of the sale that is created for this run") @Nullable
        Integer stock,

        @Option(names = "--threads", description = "connections that the shoppers are spread over, at most 5000")
        @Nullable
        Integer threads,

        @Option(names = "--ramp", paramLabel = "SECONDS", description = "in which the threads start") @Nullable
        Integer ramp,

        @Option(names = "--clicks", description = "clicks of each shopper, where the plan has them; at most 50")
        @Nullable
        Integer clicks,

        @Option(
                names = "--limit",
                paramLabel = "UNITS",
                defaultValue = "1",
                description = "that each shopper may have of the new sale in one-per-user; at most 20")
        int limit,

        @Option(
                names = "--mode",
                paramLabel = "queue|lottery",
                description = "of the waiting room: in the sequence in which one came, or drawn at the opening (queue)")
        @Nullable
        String entry,

        @Option(
                names = "--warm-up",
                paramLabel = "SECONDS",
                defaultValue = "60",
                description =
                        "at most, of clicks on other sales until the system gets no faster (${DEFAULT-VALUE}; 0 for none)")
        int warmUpSeconds,

        @Option(
                names = "--sale",
                paramLabel = "ID",
                description = "a sale that exists and has not been used, instead of a new one")
        @Nullable
        String sale,

        @Option(
                names = "--admin",
                paramLabel = "USER:PASSWORD",
                defaultValue = "admin:admin-demo",
                description = "the administrator")
        String credentials,

        @Option(
                names = "--report",
                paramLabel = "DIR",
                description = "the folder of the report, new or empty (.flashsale/load-tests/PLAN-TIME)")
        @Nullable
        Path report,

        @Option(names = "--start", description = "start ./demo if nothing listens there, and stop it afterwards")
        boolean start,

        @Option(
                names = "--window",
                description = "open the plan in JMeter's window, with all properties set; no verdict")
        boolean window)
        implements CommandOptions {

    @Override
    public void check() {
        require(!plans.isEmpty(), "Name a plan: " + TestPlan.names());
        require(plans.size() == 1, "One plan at a time, not also '" + plans.getLast() + "'");
        String title = plan().title();
        require(sale == null || sale.matches("[0-9]{1,19}"), "--sale is the number of a sale, not '" + sale + "'");
        require(sale == null || stock == null, "--stock is for a new sale: leave it out, or leave --sale out");
        requireNumber("--warm-up", warmUpSeconds, 0, 600);
        require(entry == null || plan().waits(), "--mode is for waiting-room: nobody waits in " + title);
        require(entry == null || sale == null, "--mode is for a new sale: leave it out, or leave --sale out");
        require(
                entry == null || entry.equals("queue") || entry.equals("lottery"),
                "--mode is queue or lottery, not '" + entry + "'");
        requireNumber("--limit", limit, 1, 20);
        require(
                limit == 1 || plan().threadsAreClicks() && target() == Target.REAL && sale == null,
                "--limit is for a new sale of one-per-user on the real path");
        require(path.equals("real") || path.equals("naive"), "--target is real or naive, not '" + path + "'");
        require(
                target() != Target.NAIVE || plan().naiveToo(),
                "The naive path has reservations and nothing else, so " + title + " cannot run on it");
        host(); // refuses what is not a URL
        require(credentials.matches("[^:]+:.+"), "--admin is USER:PASSWORD");
        checkLoad(title, load());
    }

    private void checkLoad(String title, LoadProfile load) {
        require(plan().defaults().clicks() > 1 || clicks == null, "In " + title + " each shopper clicks once");
        requireNumber("--users", load.users(), 1, 100_000);
        requireNumber("--clicks", load.clicks(), 1, 50);
        requireNumber("--stock", load.stock(), 1, 1_000_000);
        requireNumber("--ramp", load.ramp(), 0, 600);
        if (plan().threadsAreClicks()) {
            require(threads == null, "In " + title + " the threads are the clicks of one shopper: use --clicks");
            require(load.clicks() > 1, "In " + title + " a shopper clicks at least twice");
            require(load.clicks() > limit, "In " + title + " a shopper clicks more often than --limit allows units");
        } else {
            requireNumber("--threads", load.threads(), 1, 5_000);
            require(
                    load.threads() <= load.users(),
                    load.users() + " users are fewer than " + load.threads()
                            + " threads, which each need one: raise --users or lower --threads");
        }
    }

    TestPlan plan() {
        String name = plans.getFirst();
        return TestPlan.called(name)
                .orElseThrow(() -> new UsageException("There is no plan '" + name + "', only " + TestPlan.names()));
    }

    EntryMode mode() {
        if (!plan().waits()) {
            return EntryMode.OPEN;
        }
        return "lottery".equals(entry) ? EntryMode.LOTTERY : EntryMode.QUEUE;
    }

    Target target() {
        return path.equals("naive") ? Target.NAIVE : plan().target();
    }

    LoadProfile load() {
        LoadProfile defaults = plan().defaults();
        int allUsers = Objects.requireNonNullElse(users, defaults.users());
        int clicksEach = Objects.requireNonNullElse(clicks, defaults.clicks());
        return new LoadProfile(
                allUsers,
                Objects.requireNonNullElse(stock, defaults.stock()),
                plan().threadsAreClicks()
                        ? clicksEach
                        : Objects.requireNonNullElse(threads, Math.min(allUsers, defaults.threads())),
                Objects.requireNonNullElse(ramp, defaults.ramp()),
                clicksEach);
    }

    /** The gateway's URL, without a path. */
    URI host() {
        String url = address.contains("://") ? address : "http://" + address;
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
        throw new UsageException("--host is an URL such as http://localhost:8080, not '" + address + "'");
    }

    int port() {
        URI host = host();
        return host.getPort() >= 0 ? host.getPort() : host.getScheme().equals("https") ? 443 : 80;
    }

    boolean isLocal() {
        return Set.of("localhost", "127.0.0.1", "[::1]").contains(host().getHost());
    }

    /** The administrator's name. */
    String administrator() {
        return credentials.substring(0, credentials.indexOf(':'));
    }

    String password() {
        return credentials.substring(credentials.indexOf(':') + 1);
    }

    /** Maximum duration of the warm-up; zero for none. */
    Duration warmUp() {
        return Duration.ofSeconds(warmUpSeconds);
    }
}
