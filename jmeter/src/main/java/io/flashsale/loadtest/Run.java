package io.flashsale.loadtest;

import io.flashsale.loadtest.report.Facts;
import io.flashsale.loadtest.report.ReportFolder;
import io.flashsale.loadtest.results.Jtl;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.shop.Administrator;
import io.flashsale.loadtest.shop.Api;
import io.flashsale.loadtest.shop.Observer;
import io.flashsale.loadtest.shop.Shoppers;
import io.flashsale.loadtest.shop.WarmUp;
import io.flashsale.loadtest.verdict.Audit;
import io.flashsale.loadtest.verdict.Judge;
import io.flashsale.loadtest.verdict.Outcome;
import io.flashsale.loadtest.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One measured run: prepare, load, wait for the drain, audit, judge, report. Whoever settles it first, the run itself or
 * the shutdown hook after Ctrl-C, writes the one and only verdict.
 */
final class Run {

    private final Console console;
    private final Path root;
    private final Options options;
    private final List<String> arguments;
    private final JMeterHome jmeter;
    private final Api api;
    private final AtomicBoolean settled = new AtomicBoolean();

    private volatile @Nullable ReportFolder report;
    private volatile @Nullable Path work;
    private volatile @Nullable DemoProcess demo;
    private volatile @Nullable JMeterRun load;
    private volatile @Nullable Observer observer;
    private volatile Facts facts;

    Run(Console console, Path root, Options options, List<String> arguments) {
        this.console = console;
        this.root = root;
        this.options = options;
        this.arguments = arguments;
        this.jmeter = JMeterHome.find(root);
        this.api = new Api(options.host());
        this.facts = Facts.of(options.plan(), options.target(), environment());
    }

    /** The exit status, which says the same as the last line that was printed. */
    int measure() {
        boolean listens = api.listens();
        if (!listens && !options.start()) {
            throw new CannotMeasureException(
                    "Nothing listens at " + options.host() + ": start ./demo, or add --start.");
        }
        if (!listens && !options.isLocal()) {
            throw new CannotMeasureException(
                    "Nothing listens at " + options.host() + ", and --start can start ./demo on this machine only.");
        }
        // What is wrong from the start is said in one line, without a report.
        Entry entry = listens ? enter() : null;
        ReportFolder folder = ReportFolder.create(root, options.plan(), options.report());
        report = folder;
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupted, "interrupted"));
        return settle(folder, verdict(folder, entry));
    }

    private @Nullable Verdict verdict(ReportFolder folder, @Nullable Entry entered) {
        try {
            Entry entry = entered;
            if (entry == null) {
                startDemo(folder);
                entry = enter();
            }
            if (options.window()) {
                openWindow(folder, entry);
                return null;
            }
            return load(folder, entry);
        } catch (CannotMeasureException e) {
            return unmeasured(String.valueOf(e.getMessage()));
        } catch (RuntimeException unforeseen) {
            return unmeasured("The runner failed: " + unforeseen);
        }
    }

    private static Verdict unmeasured(String why) {
        return new Verdict(Outcome.UNMEASURED, "", List.of(why.replaceAll("\\s+", " ")), List.of());
    }

    private void startDemo(ReportFolder folder) {
        console.step("starting ./demo on port " + options.port() + " (log: "
                + folder.path().resolve("demo.log") + ")");
        DemoProcess started =
                DemoProcess.start(root, options.port(), folder.path().resolve("demo.log"));
        demo = started;
        started.awaitReady(api, options.target());
    }

    /** Who administers the system, and how many units the sale has or is to have. */
    private record Entry(Administrator admin, int stock) {}

    private Entry enter() {
        Administrator admin = Administrator.logIn(api, options.target(), options.adminName(), options.adminPassword());
        String given = options.sale();
        return new Entry(admin, given == null ? options.stock() : admin.unusedStock(given));
    }

    private Verdict load(ReportFolder folder, Entry entry) {
        Administrator admin = entry.admin();
        Shoppers shoppers = shoppers(admin);
        warmUp(admin, shoppers);
        Map<String, String> properties = prepare(entry, shoppers);
        String sale = facts.sale().id();
        JMeterRun jmeterRun = new JMeterRun(jmeter, planFile(), folder.path(), workFolder());
        load = jmeterRun;
        try (Observer watching = new Observer(api, options.target(), sale, admin.token())) {
            observer = watching;
            console.step(
                    "%d threads of JMeter %s click on sale %s".formatted(options.threads(), jmeter.version(), sale));
            int status = jmeterRun.run(properties, console);
            awaitIfInterrupted();
            Jtl jtl = Jtl.read(jmeterRun.results());
            Tally tally = Tally.of(jtl.samples(), options.plan());
            facts = facts.with(tally).withUnreadable(jtl.unreadable()).with(watching.seen());
            console.step("%d clicks: %d accepted; asking the auditor, who waits until the queues are empty"
                    .formatted(tally.clicks(), tally.accepted().size()));
            JsonNode answer = admin.audit(sale, tally);
            facts = facts.with(watching.seen()).withAudit(answer);
            if (status != 0) {
                facts = facts.withNote("JMeter ended with status " + status + ": see jmeter.log");
            }
            return Judge.judge(options.plan(), options.users(), tally, Audit.of(answer));
        }
    }

    private Shoppers shoppers(Administrator admin) {
        console.step("making " + options.users() + " shoppers");
        return Shoppers.create(api, admin.token(), options.users());
    }

    private void warmUp(Administrator admin, Shoppers shoppers) {
        if (options.warmUp() == 0) {
            return;
        }
        console.step("warming up until it gets no faster, for " + options.warmUp() + " s at most");
        Supplier<String> sale = () -> admin.createSale("Warm-up of a load test", 700, 0);
        int clicks = new WarmUp(api, options.target(), shoppers.all(), sale).run(Duration.ofSeconds(options.warmUp()));
        facts = facts.withNote(
                "%d clicks before the run, on sales of their own, warmed the system up".formatted(clicks));
    }

    /** What the plan is told; the sale is made last, since it may be about to open. */
    private Map<String, String> prepare(Entry entry, Shoppers shoppers) {
        Path users = workFolder().resolve("shoppers.ndjson");
        shoppers.write(users);
        String given = options.sale();
        String sale = given != null
                ? given
                : entry.admin()
                        .createSale(
                                "Load test: " + options.plan().title(),
                                entry.stock(),
                                options.plan().opensIn());
        facts = facts.withSale(sale, entry.stock());
        Map<String, String> properties = new HashMap<>();
        properties.put("protocol", options.host().getScheme());
        properties.put("host", options.host().getHost());
        properties.put("port", String.valueOf(options.port()));
        properties.put("prefix", options.target().prefix());
        properties.put("sale", sale);
        properties.put("usersFile", users.toString());
        properties.put("users", String.valueOf(options.users()));
        properties.put("stock", String.valueOf(entry.stock()));
        properties.put("threads", String.valueOf(options.threads()));
        properties.put("ramp", String.valueOf(options.ramp()));
        properties.put("clicks", String.valueOf(options.clicks()));
        properties.put("barrier", String.valueOf(60_000 + options.ramp() * 1_000));
        properties.put("restocks", String.valueOf(Plan.RESTOCKS));
        properties.put("add", String.valueOf(Plan.UNITS_PER_RESTOCK));
        properties.put("adminToken", entry.admin().token());
        properties.put("sample_variables", "userId,orderId,problem");
        properties.put("summariser.interval", "5");
        properties.put(
                "jmeter.reportgenerator.report_title",
                "flash-sale: " + options.plan().title());
        return properties;
    }

    private void openWindow(ReportFolder folder, Entry entry) {
        Map<String, String> properties = prepare(entry, shoppers(entry.admin()));
        console.step("opening JMeter's window; sale %s and the shoppers are for one start of the plan"
                .formatted(facts.sale().id()));
        JMeterRun window = new JMeterRun(jmeter, planFile(), folder.path(), workFolder());
        load = window;
        window.openWindow(properties);
    }

    private Path planFile() {
        return root.resolve("jmeter").resolve(options.plan().title() + ".jmx");
    }

    /** For what holds tokens: nobody else may read it, and it goes away at the end. */
    private synchronized Path workFolder() {
        Path folder = work;
        if (folder == null) {
            try {
                folder = Files.createTempDirectory("flash-sale-load-test-");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            work = folder;
        }
        return folder;
    }

    /** Writes the report, tidies up and says the last line; waits forever if Ctrl-C came first. */
    private int settle(ReportFolder folder, @Nullable Verdict verdict) {
        if (!settled.compareAndSet(false, true)) {
            awaitIfInterrupted();
        }
        try {
            if (verdict != null) {
                folder.write(facts, verdict);
            }
        } finally {
            tidyUp();
        }
        if (verdict == null) {
            return 0; // only the window was asked for
        }
        console.step("report: " + folder.path().resolve("verdict.html"));
        console.line(verdict.line());
        return verdict.outcome().exitStatus();
    }

    private void tidyUp() {
        JMeterRun running = load;
        if (running != null) {
            running.stop();
        }
        Observer watching = observer;
        if (watching != null) {
            watching.close();
        }
        DemoProcess started = demo;
        if (started != null) {
            console.step("stopping ./demo");
            started.close();
        }
        deleteWork();
    }

    private void deleteWork() {
        Path folder = work;
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            console.line("Delete " + folder + ", which holds tokens: " + e.getMessage());
        }
    }

    /** Runs at every end of the JVM; does something only if the run has not settled. */
    private void interrupted() {
        ReportFolder folder = report;
        if (folder == null || !settled.compareAndSet(false, true)) {
            return;
        }
        tidyUp();
        Facts known = facts;
        Observer watching = observer;
        if (watching != null) {
            known = known.with(watching.seen());
        }
        JMeterRun running = load;
        if (running != null && known.tally() == null) {
            known = known.with(recorded(running));
        }
        Verdict verdict = new Verdict(
                Outcome.INTERRUPTED,
                "",
                List.of("somebody stopped the run before there was a verdict"),
                List.of("The numbers are what had been recorded until then. Orders may still be on their way."));
        folder.write(known, verdict);
        console.step("report: " + folder.path().resolve("verdict.html"));
        console.line(verdict.line());
        Runtime.getRuntime().halt(verdict.outcome().exitStatus());
    }

    private Tally recorded(JMeterRun running) {
        try {
            return Tally.of(Jtl.read(running.results()).samples(), options.plan());
        } catch (CannotMeasureException | UncheckedIOException nothingYet) {
            return Tally.of(List.of(), options.plan());
        }
    }

    /** After Ctrl-C the shutdown hook has the last word, and ends the JVM. */
    private void awaitIfInterrupted() {
        while (settled.get()) {
            try {
                Thread.sleep(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private Map<String, String> environment() {
        return Environment.of(options, arguments, jmeter);
    }
}
