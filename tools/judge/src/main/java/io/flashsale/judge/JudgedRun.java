package io.flashsale.judge;

import io.flashsale.commandline.Progress;
import io.flashsale.judge.adapter.AnswerRules;
import io.flashsale.judge.adapter.ShopAdapter;
import io.flashsale.judge.report.AnswerRates;
import io.flashsale.judge.report.JudgedFacts;
import io.flashsale.judge.report.JudgedReport;
import io.flashsale.judge.shop.ShopHttp;
import io.flashsale.judge.shop.ShopStores;
import io.flashsale.judge.verdict.ShopChecks;
import io.flashsale.judge.verdict.ShopFinding;
import io.flashsale.judge.verdict.ShopFinding.Kind;
import io.flashsale.judge.verdict.ShopTruth;
import io.flashsale.judge.verdict.ShopVerdict;
import io.flashsale.loadtest.JMeterHome;
import io.flashsale.loadtest.LoadProfile;
import io.flashsale.loadtest.TestPlan;
import io.flashsale.loadtest.WorkFolder;
import io.flashsale.loadtest.report.ReportFolder;
import io.flashsale.loadtest.results.Jtl;
import io.flashsale.loadtest.results.Sample;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.verdict.RunOutcome;
import io.flashsale.loadtest.verdict.RunVerdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One judged run: warm-ups, clicks, the records after the drain, and the report. The run and the shutdown hook after
 * Ctrl-C compete to settle it; the first prints the last line.
 */
final class JudgedRun {

    /** What more time cannot heal, so it counts before the drain. */
    private static final Set<Kind> CERTAIN = EnumSet.of(Kind.OVERSOLD, Kind.BOUGHT_TWICE);

    private final Progress progress;
    private final Path root;
    private final ShopAdapter adapter;
    private final VerdictOptions options;
    private final List<String> typed;
    private final LoadProfile load;
    private final TestPlan plan;
    private final WorkFolder work = new WorkFolder();
    private final AtomicBoolean settled = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable JudgedRound round;

    /** @param typed the command line, for the report */
    JudgedRun(Progress progress, Path root, ShopAdapter adapter, VerdictOptions options, List<String> typed) {
        this.progress = progress;
        this.root = root;
        this.adapter = adapter;
        this.options = options;
        this.typed = typed;
        this.load = options.load();
        this.plan = options.plan();
    }

    /** Returns the exit status, which agrees with the last printed line. */
    int measure() throws InterruptedException {
        Optional<String> lacking = lacking();
        if (lacking.isPresent()) {
            progress.line(RunOutcome.UNMEASURED + "  " + lacking.get());
            return RunOutcome.UNMEASURED.exitStatus();
        }
        JMeterHome jmeter = JMeterHome.find(root);
        ReportFolder report = ReportFolder.create(root, "verdict-" + plan.title(), options.report());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(report), "interrupted"));
        boolean ours = false;
        try (ShopHttp http = new ShopHttp(adapter.url());
                ShopStores stores = new ShopStores(adapter)) {
            for (int i = 1; i <= options.warmUps(); i++) {
                progress.step("warm-up " + i + " of " + options.warmUps());
                Path folder = work.path().resolve("warm-up-" + i);
                JudgedRound round = begin(http, stores);
                round.click(jmeter, folder.resolve("report"), folder, List.of());
                awaitIfInterrupted();
                round.awaitDrained();
            }
            JudgedRound round = begin(http, stores);
            Path results = round.click(jmeter, report.path(), work.path().resolve("run"), options.killed());
            awaitIfInterrupted();
            JudgedFacts facts = judge(round, results, jmeter);
            ours = settle();
            JudgedReport.write(report.path(), facts);
            progress.step("report: " + report.path().resolve("verdict.html"));
            facts.verdict().notes().forEach(note -> progress.line("note: " + note));
            progress.line(facts.verdict().line());
            return facts.verdict().outcome().exitStatus();
        } finally {
            if (!ours) {
                settle();
            }
            clean(report);
            ended.countDown();
        }
    }

    /** From now on, the run prints the last line; waits forever if Ctrl-C came first. */
    private boolean settle() {
        if (!settled.compareAndSet(false, true)) {
            awaitIfInterrupted();
        }
        return true;
    }

    private void clean(ReportFolder report) {
        work.delete(progress);
        report.path().toFile().delete(); // stays unless it is empty
    }

    private JudgedRound begin(ShopHttp http, ShopStores stores) throws InterruptedException {
        JudgedRound begun = new JudgedRound(progress, adapter, plan, load, http, stores);
        round = begun;
        return begun;
    }

    /** Runs at every exit of the JVM. If the run was settled before, the exit only waits until its report is written. */
    private void interrupted(ReportFolder report) {
        if (!settled.compareAndSet(false, true)) {
            awaitEnd();
            return;
        }
        JudgedRound begun = round;
        if (begun != null) {
            try {
                begun.stop();
            } catch (RuntimeException e) {
                progress.line(String.valueOf(e.getMessage()));
            }
        }
        clean(report);
        progress.line(RunOutcome.INTERRUPTED + "  somebody stopped the run before there was a verdict");
        Runtime.getRuntime().halt(RunOutcome.INTERRUPTED.exitStatus());
    }

    private void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** After Ctrl-C, the shutdown hook prints the last line and ends the JVM. */
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

    /** Returns what the adapter lacks for this run. */
    private Optional<String> lacking() {
        if (plan == TestPlan.RESTOCK && adapter.restock().isEmpty()) {
            return Optional.of("the adapter lacks restock: the steps that add ${add} units");
        }
        return options.killed().stream()
                .filter(part -> !adapter.parts().containsKey(part))
                .findFirst()
                .map(part -> "the adapter lacks parts." + part + ": the commands that kill and start it");
    }

    private JudgedFacts judge(JudgedRound round, Path results, JMeterHome jmeter) throws InterruptedException {
        AnswerRules rules = new AnswerRules(adapter.answers(), !options.killed().isEmpty());
        List<Sample> samples = Jtl.read(results).samples();
        Tally tally = Tally.of(samples, rules::of, 1);
        ShopTruth drained = round.awaitDrained();
        ShopTruth after = drained != null ? drained : round.now();
        int limit = adapter.limit();
        long sent = (long) load.users() * load.clicks();
        List<ShopFinding> findings = ShopChecks.of(round.before(), after, tally, limit, round.units(), sent).stream()
                .filter(finding -> drained != null || CERTAIN.contains(finding.kind()))
                .toList();
        RunVerdict verdict =
                ShopVerdict.of(tally, sent, round.units(), round.before(), drained, adapter.truth(), findings);
        return new JudgedFacts(
                adapter.name(),
                plan.title(),
                verdict,
                findings,
                tally,
                AnswerRates.of(samples, rules::of),
                round.units(),
                limit,
                round.before(),
                after,
                drained != null,
                sent,
                environment(jmeter));
    }

    private Map<String, String> environment(JMeterHome jmeter) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("command", "jmeter/verdict " + String.join(" ", typed));
        facts.put(
                "date",
                DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                        ZonedDateTime.now().truncatedTo(ChronoUnit.SECONDS)));
        facts.put("shop", adapter.url());
        facts.put("shoppers, threads, clicks each", load.users() + ", " + load.threads() + ", " + load.clicks());
        facts.put("warm-up", options.warmUps() + " runs");
        facts.put("killed", options.killed().isEmpty() ? "nothing" : String.join(", ", options.killed()));
        facts.put("JMeter, Java", jmeter.version() + ", " + Runtime.version());
        facts.put(
                "machine that clicked",
                "%s %s, %d processors"
                        .formatted(
                                System.getProperty("os.name"),
                                System.getProperty("os.arch"),
                                Runtime.getRuntime().availableProcessors()));
        return facts;
    }
}
