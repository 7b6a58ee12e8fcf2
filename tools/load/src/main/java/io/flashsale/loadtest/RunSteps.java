package io.flashsale.loadtest;

import io.flashsale.client.NoAnswerException;
import io.flashsale.client.ShopClient;
import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.entry.WaitingRoomStatus;
import io.flashsale.commandline.Progress;
import io.flashsale.loadtest.report.ReportFolder;
import io.flashsale.loadtest.report.RunFacts;
import io.flashsale.loadtest.results.Jtl;
import io.flashsale.loadtest.results.Sample;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.results.WaitingRoomResults;
import io.flashsale.loadtest.shop.Administrator;
import io.flashsale.loadtest.shop.Entrance;
import io.flashsale.loadtest.shop.Observer;
import io.flashsale.loadtest.shop.RunWarmUp;
import io.flashsale.loadtest.shop.Shoppers;
import io.flashsale.loadtest.verdict.Audit;
import io.flashsale.loadtest.verdict.EntryRules;
import io.flashsale.loadtest.verdict.RunVerdict;
import io.flashsale.loadtest.verdict.VerdictRules;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs the steps of a run and keeps what is known after each. Another thread may close it at any time and ask for
 * what was known until then.
 */
final class RunSteps implements AutoCloseable {

    /** The administrator, and the units that the sale has or will have. */
    record Access(Administrator admin, int stock) {}

    /** JMeter's result file and exit status. */
    record Clicks(Path results, int status) {}

    private final Progress progress;
    private final Path root;
    private final LoadTestOptions options;
    private final JMeterHome jmeter;
    private final ShopClient shop;
    private final WorkFolder work = new WorkFolder();

    private volatile @Nullable DemoProcess demo;
    private volatile @Nullable JMeterRun load;
    private volatile @Nullable Observer observer;
    private volatile RunFacts facts;

    /** The state of the waiting room before any shopper entered; null if there is none. */
    private volatile @Nullable WaitingRoomStatus before;

    RunSteps(Progress progress, Path root, LoadTestOptions options, List<String> typed) {
        this.progress = progress;
        this.root = root;
        this.options = options;
        this.jmeter = JMeterHome.find(root);
        this.shop = new ShopClient(options.host(), Duration.ofSeconds(5), Duration.ofSeconds(20));
        this.facts = RunFacts.of(options.plan(), options.target(), Environment.of(options, typed, jmeter));
    }

    RunFacts facts() {
        return facts;
    }

    /** Whether a server accepts connections there. */
    boolean listens() {
        try {
            shop.call("GET", "/api/sales", null, null);
            return true;
        } catch (NoAnswerException unanswered) {
            return !(unanswered.getCause() instanceof ConnectException);
        }
    }

    void startDemo(ReportFolder report) throws InterruptedException {
        Path log = report.path().resolve("demo.log");
        progress.step("starting ./demo on port " + options.port() + " (log: " + log + ")");
        DemoProcess started = DemoProcess.start(root, options.port(), log);
        demo = started;
        started.awaitReady(this::listens);
    }

    Access logIn() {
        Administrator administrator =
                Administrator.logIn(shop, options.target(), options.administrator(), options.password());
        String given = options.sale();
        return new Access(administrator, given == null ? options.load().stock() : administrator.unusedStock(given));
    }

    /** Prepares the sale and its shoppers, and runs JMeter to the end. */
    Clicks load(ReportFolder report, Access access) throws InterruptedException {
        Shoppers shoppers = shoppers(access);
        Map<String, String> warmUp = warmUp(access, shoppers);
        Map<String, String> properties = prepare(access, shoppers);
        properties.putAll(warmUp);
        JMeterRun run = jmeterRun(report);
        observer = new Observer(
                shop, options.target(), facts.sale().id(), access.admin().token());
        progress.step("%d threads of JMeter %s click on sale %s"
                .formatted(
                        options.load().threads(), jmeter.version(), facts.sale().id()));
        return new Clicks(run.results(), run.run(properties, progress));
    }

    /** Counts what JMeter recorded, calls the auditor, and applies the rules. */
    RunVerdict verdict(Access access, Clicks clicks) throws InterruptedException {
        Jtl jtl = Jtl.read(clicks.results());
        Tally tally = Tally.of(jtl.samples(), options.plan(), options.limit());
        facts = withSeen(facts.with(tally).withUnreadable(jtl.unreadable()));
        progress.step("%d clicks: %d accepted; asking the auditor, who waits until the queues are empty"
                .formatted(tally.clicks(), tally.accepted().size()));
        JsonNode answer = access.admin().audit(facts.sale().id(), tally);
        facts = withSeen(facts).withAudit(answer);
        if (clicks.status() != 0) {
            facts = facts.withNote("JMeter ended with status " + clicks.status() + ": see jmeter.log");
        }
        Audit audit = Audit.of(answer);
        return VerdictRules.verdict(
                options.plan(),
                options.load().users(),
                options.limit(),
                tally,
                audit,
                faultsOfEntry(jtl.samples(), tally, audit));
    }

    /** Returns the faults of the waiting room; empty if there is none. */
    private List<String> faultsOfEntry(List<Sample> samples, Tally tally, Audit audit) throws InterruptedException {
        WaitingRoomStatus atFirst = before;
        if (atFirst == null) {
            return List.of();
        }
        long sale = Long.parseLong(facts.sale().id());
        WaitingRoomStatus atLast = Entrance.await(shop, sale);
        facts = facts.withNote("%s: %d numbers were given, and the first %d places served"
                .formatted(atLast.mode(), atLast.entered(), atLast.serving()));
        Instant opening = Entrance.opening(shop, sale);
        return new EntryRules(opening, atFirst, atLast, WaitingRoomResults.of(samples), tally, audit).faults();
    }

    /** Opens JMeter's window and returns when it is closed. */
    void openWindow(ReportFolder report, Access access) throws InterruptedException {
        Map<String, String> properties = prepare(access, shoppers(access));
        progress.step("opening JMeter's window; sale %s and the shoppers are for one start of the plan"
                .formatted(facts.sale().id()));
        jmeterRun(report).openWindow(properties);
    }

    private Shoppers shoppers(Access access) throws InterruptedException {
        int users = options.load().users();
        progress.step("making " + users + " shoppers");
        return Shoppers.create(shop, access.admin().token(), users);
    }

    /**
     * Warms the system up. Returns properties that make JMeter warm itself up in the process that is measured
     * afterwards.
     */
    private Map<String, String> warmUp(Access access, Shoppers shoppers) throws InterruptedException {
        Duration timeout = options.warmUp();
        if (timeout.isZero()) {
            return Map.of();
        }
        progress.step("warming up until it gets no faster, for " + timeout.toSeconds() + " s at most");
        Supplier<String> sale = () -> access.admin().createSale("Warm-up of a load test", 700, 0, EntryMode.OPEN, 1);
        int clicks = new RunWarmUp(shop, options.target(), shoppers.all(), sale).run(timeout);
        facts = facts.withNote(
                "%d clicks before the run, on sales of their own, warmed the system up".formatted(clicks));
        return PlanProperties.ofWarmUp(options, sale.get());
    }

    /** Returns the plan's properties. Creates the sale last, because it may be about to open. */
    private Map<String, String> prepare(Access access, Shoppers shoppers) throws InterruptedException {
        Path users = work.path().resolve("shoppers.ndjson");
        shoppers.write(users);
        TestPlan plan = options.plan();
        String given = options.sale();
        String id = given != null
                ? given
                : access.admin()
                        .createSale(
                                "Load test: " + plan.title(),
                                access.stock(),
                                plan.opensIn(options.mode()),
                                options.mode(),
                                options.limit());
        facts = facts.withSale(id, access.stock());
        if (plan.waits()) {
            before = Entrance.await(shop, Long.parseLong(id));
        }
        return PlanProperties.of(options, facts.sale(), users, access.admin().token());
    }

    private JMeterRun jmeterRun(ReportFolder report) {
        Path plan = root.resolve("jmeter").resolve(options.plan().title() + ".jmx");
        JMeterRun run = new JMeterRun(jmeter, plan, report.path(), work.path());
        load = run;
        return run;
    }

    private RunFacts withSeen(RunFacts known) {
        Observer watching = observer;
        return watching == null ? known : known.with(watching.seen());
    }

    /** Returns what is known when the run is interrupted, including what was recorded since the last step. */
    RunFacts factsUntilNow() {
        RunFacts known = withSeen(facts);
        JMeterRun running = load;
        return running == null || known.tally() != null ? known : known.with(recorded(running));
    }

    private Tally recorded(JMeterRun running) {
        try {
            return Tally.of(Jtl.read(running.results()).samples(), options.plan(), options.limit());
        } catch (CannotMeasureException | UncheckedIOException nothingYet) {
            return Tally.of(List.of(), options.plan(), options.limit());
        }
    }

    /** Stops everything that runs, and deletes files with tokens; JMeter's results stay. */
    @Override
    public void close() {
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
            progress.step("stopping ./demo");
            started.close();
        }
        shop.close();
        work.delete(progress);
    }
}
