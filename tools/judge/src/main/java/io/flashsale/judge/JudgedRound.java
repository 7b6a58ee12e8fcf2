package io.flashsale.judge;

import io.flashsale.commandline.Progress;
import io.flashsale.judge.ClickWatch.ClickEvent;
import io.flashsale.judge.adapter.Placeholders;
import io.flashsale.judge.adapter.ShopAdapter;
import io.flashsale.judge.shop.PartFaults;
import io.flashsale.judge.shop.SalePreparation;
import io.flashsale.judge.shop.SalePreparation.JudgedShopper;
import io.flashsale.judge.shop.ShopHttp;
import io.flashsale.judge.shop.ShopStores;
import io.flashsale.judge.verdict.ShopTruth;
import io.flashsale.judge.verdict.TruthReader;
import io.flashsale.loadtest.CannotMeasureException;
import io.flashsale.loadtest.JMeterHome;
import io.flashsale.loadtest.JMeterRun;
import io.flashsale.loadtest.LoadProfile;
import io.flashsale.loadtest.TestPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A sale with its crowd: prepared, clicked on, drained. */
final class JudgedRound {

    /** How long a shop may take to work again after its parts were started. */
    private static final Duration RECOVERY = Duration.ofMinutes(3);

    private final Progress progress;
    private final ShopAdapter adapter;
    private final TestPlan plan;
    private final LoadProfile load;
    private final ShopHttp http;
    private final ShopStores stores;
    private final SalePreparation preparation;
    private final Placeholders values;
    private final List<JudgedShopper> shoppers;
    private final TruthReader truth;
    private final ShopTruth before;
    private final AtomicInteger restocks = new AtomicInteger();
    private volatile Runnable stop = () -> {};
    private @Nullable PartFaults faults;

    /** Prepares the sale and its shoppers. */
    JudgedRound(
            Progress progress, ShopAdapter adapter, TestPlan plan, LoadProfile load, ShopHttp http, ShopStores stores)
            throws InterruptedException {
        this.progress = progress;
        this.adapter = adapter;
        this.plan = plan;
        this.load = load;
        this.http = http;
        this.stores = stores;
        this.preparation = new SalePreparation(adapter, http, stores);
        progress.step("preparing a sale of %d units and %d shoppers".formatted(load.stock(), load.users()));
        this.values = preparation.prepare(load.users(), load.stock());
        this.shoppers = preparation.shoppers(values, load.users());
        this.truth = new TruthReader(adapter.truth(), values, stores);
        this.before = truth.read();
        before.requireStock(load.stock());
    }

    /** The records before the first click. */
    ShopTruth before() {
        return before;
    }

    /** All units that were on offer until now. */
    long units() {
        return load.stock() + (long) restocks.get() * TestPlan.UNITS_PER_RESTOCK;
    }

    /**
     * Lets the crowd click, and returns when the shop works again. Parts are killed meanwhile, one after the other.
     *
     * @param work for files with tokens
     */
    Path click(JMeterHome jmeter, Path report, Path work, List<String> killed) throws InterruptedException {
        Path jmx = work.resolve("shop.jmx");
        Path users = work.resolve("shoppers.csv");
        try {
            Files.createDirectories(work);
            Files.createDirectories(report);
            Files.writeString(
                    jmx,
                    BuyingPlan.of(adapter, values, plan.threadsAreClicks(), !killed.isEmpty())
                            .xml());
            Files.write(
                    users,
                    shoppers.stream().map(one -> one.user() + "," + one.token()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JMeterRun run = new JMeterRun(jmeter, jmx, report, work);
        // Another thread than the watch runs the steps of restock, so they have connections of their own.
        try (ShopStores others = new ShopStores(adapter)) {
            PartFaults striking =
                    new PartFaults(Objects.requireNonNull(adapter.folder()), report.resolve("parts.log"), progress);
            faults = striking;
            List<ClickEvent> events = events(killed, striking, others);
            progress.step("%d threads of JMeter %s click".formatted(load.threads(), jmeter.version()));
            ClickWatch watch = new ClickWatch(run.results(), events);
            stop = () -> {
                run.stop();
                watch.close();
            };
            try {
                run.run(properties(users), progress);
            } finally {
                watch.close();
            }
            if (!killed.isEmpty()) {
                if (watch.done() < events.size()) {
                    throw new CannotMeasureException(
                            "The clicks ended before all parts were killed: raise --users or --clicks.");
                }
                awaitRecovery();
            }
        }
        return run.results();
    }

    /** Ends the clicks now, and returns when the part that is down was started. */
    void stop() {
        stop.run();
    }

    private List<ClickEvent> events(List<String> killed, PartFaults striking, ShopStores others) {
        long clicks = (long) load.users() * load.clicks();
        List<ClickEvent> events = new ArrayList<>();
        for (int i = 0; i < killed.size(); i++) {
            String part = killed.get(i);
            events.add(new ClickEvent(
                    clicks * (i + 1) / (killed.size() + 1),
                    () -> striking.strike(
                            part, Objects.requireNonNull(adapter.parts().get(part)))));
        }
        if (plan == TestPlan.RESTOCK) {
            SalePreparation restocking = new SalePreparation(adapter, http, others);
            for (int i = 1; i <= TestPlan.RESTOCKS; i++) {
                events.add(new ClickEvent(clicks * i / (TestPlan.RESTOCKS + 1), () -> {
                    restocking.restock(values, TestPlan.UNITS_PER_RESTOCK);
                    restocks.incrementAndGet();
                }));
            }
        }
        return events;
    }

    private Map<String, String> properties(Path users) {
        Map<String, String> properties = new HashMap<>();
        properties.put("usersFile", users.toString());
        properties.put("threads", String.valueOf(load.threads()));
        properties.put("ramp", String.valueOf(load.ramp()));
        properties.put("clicks", String.valueOf(load.clicks()));
        properties.put("barrier", String.valueOf(60_000 + load.ramp() * 1_000));
        properties.put("sample_variables", "userId,orderId,problem,answer");
        properties.put("summariser.interval", "5");
        properties.put("jmeter.save.saveservice.autoflush", "true");
        properties.put("jmeter.reportgenerator.report_title", adapter.name() + ": " + plan.title());
        return properties;
    }

    private void awaitRecovery() throws InterruptedException {
        progress.step("waiting until the shop answers again");
        long end = System.nanoTime() + RECOVERY.toNanos();
        while (true) {
            requireStarted();
            stores.close();
            try {
                if (http.answers()) {
                    truth.read();
                    return;
                }
            } catch (CannotMeasureException notYet) {
                if (System.nanoTime() > end) {
                    throw notYet;
                }
            }
            if (System.nanoTime() > end) {
                throw new CannotMeasureException(
                        "The shop does not answer %d minutes after its parts were started: see parts.log."
                                .formatted(RECOVERY.toMinutes()));
            }
            Thread.sleep(Duration.ofMillis(500));
        }
    }

    /** Returns the records after the drain; null if the shop does not drain in time. */
    @Nullable
    ShopTruth awaitDrained() throws InterruptedException {
        progress.step("waiting until everything accepted has arrived");
        ShopTruth drained = truth.awaitDrained();
        requireStarted();
        return drained;
    }

    /** What was killed and did not come back says nothing about the shop. */
    private void requireStarted() {
        PartFaults known = faults;
        if (known != null) {
            known.requireStarted();
        }
    }

    ShopTruth now() {
        return truth.read();
    }
}
