package io.flashsale.benchmark;

import static io.flashsale.benchmark.Bench.say;

import io.flashsale.benchmark.Loads.Backlog;
import io.flashsale.benchmark.Loads.Burst;
import io.flashsale.benchmark.load.Gatling.Latencies;
import io.flashsale.benchmark.load.Workload;
import io.flashsale.benchmark.load.Wrk;
import io.flashsale.benchmark.report.Figure;
import io.flashsale.benchmark.report.Results;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.devstack.process.Pause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Measures each figure of one system once per round; the letters are those of {@link Figure}. A disturbance of the
 * machine then affects all figures of a round, and their ratios stay valid.
 */
final class Measurement implements AutoCloseable {

    private static final int MANY_SALES = 10;
    private static final int MORE_CONNECTIONS = 256;
    private static final int MAX_CONNECTIONS = 500;

    /** Long enough for the services to notice that they are idle, and to give memory back. */
    private static final int IDLE_MS = 30_000;

    /** A warm-up counts as faster if it exceeds the best before it by this factor. */
    private static final double STILL_RISING = 1.05;

    private final BenchOptions options;
    private final Workload workload;
    private final SystemUnderTest system;
    private final PersistedOrders orders;
    private final Loads loads;
    private final Results results;
    private final String name;
    private double bestWarmUp;

    private Measurement(
            Subject subject, BenchOptions options, SystemUnderTest system, PersistedOrders orders, Loads loads) {
        this.options = options;
        this.workload = options.workload();
        this.system = system;
        this.orders = orders;
        this.loads = loads;
        this.results = subject.results();
        this.name = subject.name();
    }

    /**
     * Starts the system and creates its shoppers.
     *
     * @param ownRoot root of the bench itself, whose scripts drive all systems
     */
    static Measurement start(Subject subject, Path ownRoot, BenchOptions options, Path data) throws IOException {
        say("starting %s in %s", subject.name(), data);
        Path scratch = Files.createDirectories(data.resolve("scratch"));
        SystemUnderTest system = SystemUnderTest.start(subject, data.resolve("system"));
        Runtime.getRuntime().addShutdownHook(new Thread(system::close));
        try {
            say("warming the way in: %,d bought", system.shop().warmUp());
            PersistedOrders orders = system.orders();
            return new Measurement(
                    subject, options, system, orders, new Loads(options, system, orders, ownRoot, scratch));
        } catch (RuntimeException e) {
            system.close();
            throw e;
        }
    }

    String name() {
        return name;
    }

    @Override
    public void close() {
        orders.close();
        system.close();
    }

    /** Measures the first burst after the start. */
    void begin() {
        note(
                Figure.FIRST_BURST,
                () -> loads.burst(loads.shoppers(workload.burst()), Wrk.CONNECTIONS)
                        .load()
                        .acceptedPerSecond());
    }

    /**
     * Measures, when all is idle after the rounds, with the services that the shop opens without. Does nothing for a revision with
     * other services.
     */
    void endOfRounds() {
        if (options.measures(Figure.MEMORY) && system.hasAllServices()) {
            system.services().start();
            Pause.millis(IDLE_MS);
            note(Figure.MEMORY, system.residentMegabytes());
        }
    }

    /** Measures what is measured only once, at the end. */
    void end() {
        if (options.figures().contains("j")) {
            workload.growth().forEach(this::grow);
        }
        if (options.figures().contains("h")) {
            system.measureMemory(results);
        }
    }

    /**
     * Warms the JVMs up, which compile for minutes on a slow machine; returns whether reservations are still getting
     * faster.
     */
    boolean warmUp() {
        loads.soldOut();
        loads.stockFloor();
        loads.gatewayFloor();
        // A newly started JVM may be too slow for some shoppers and tell them to come again.
        Burst burst = loads.burst(loads.shoppers(workload.burst()), Wrk.CONNECTIONS);
        loads.tryToPay(burst.sale(), workload.burst());
        double rate = burst.load().perSecond();
        say("  %s: %,.0f reservations a second", name, rate);
        boolean rises = rate > bestWarmUp * STILL_RISING;
        bestWarmUp = Math.max(bestWarmUp, rate);
        return rises;
    }

    /** Warms up what the warm-ups before do not meet. */
    void endWarmUp() {
        if (options.measures(Figure.DRAIN) || options.measures(Figure.DRAIN_OF_MANY)) {
            // The code of order-service meets batches as large as these in no burst.
            loads.drain(loads.shoppers(workload.backlog()), MANY_SALES, MORE_CONNECTIONS);
        }
        if (options.measures(Figure.STEADY_P50)) {
            loads.arrive(); // the first arrivals after a start were slower than the next, whenever there were two
        }
    }

    /** Measures the figures of this step, and nothing if none was asked for. */
    void measure(Step step) {
        if (step.figures.stream().anyMatch(options::measures)) {
            step.work.accept(this);
        }
    }

    /** What is measured without a pause. Systems that are compared take turns after each, so that none cools down. */
    enum Step {
        GATEWAY_FLOOR(Figure.GATEWAY_FLOOR, m -> m.loads.gatewayFloor()),
        STOCK_FLOOR(Figure.STOCK_FLOOR, m -> m.loads.stockFloor()),
        SOLD_OUT(Figure.SOLD_OUT, m -> m.loads.soldOut()),
        SOLD_OUT_TO_A_CROWD(Figure.SOLD_OUT_TO_A_CROWD, m -> m.loads.refuseOnce(m.workload.backlog())),
        BURST(Set.of(Figure.ACCEPTED, Figure.PERSISTED_AFTER, Figure.PAYMENTS), Measurement::burst),
        ACCEPTED_BY_256(Figure.ACCEPTED_BY_256, m -> m.accepted(MORE_CONNECTIONS)),
        ACCEPTED_BY_500(Figure.ACCEPTED_BY_500, m -> m.accepted(MAX_CONNECTIONS)),
        CROWD(Figure.CROWD, m -> m.loads.crowd(m.loads.shoppers(m.workload.backlog()), MORE_CONNECTIONS)),
        STEADY(Set.of(Figure.STEADY_P50), Measurement::steady),
        SERVING(Set.of(Figure.SERVING), Measurement::serving),
        WITHOUT_KAFKA(
                Figure.WITHOUT_KAFKA,
                m -> m.loads.acceptWithoutKafka(m.loads.shoppers(m.workload.burst()), MORE_CONNECTIONS)),
        SMALL_GROUPS(Set.of(Figure.SMALL_GROUPS), Measurement::smallGroups),
        DRAIN(Set.of(Figure.DRAIN), m -> m.drain(Figure.BACKLOG, Figure.DRAIN, 1)),
        DRAIN_OF_MANY(
                Set.of(Figure.DRAIN_OF_MANY), m -> m.drain(Figure.BACKLOG_OF_MANY, Figure.DRAIN_OF_MANY, MANY_SALES));

        private final Set<Figure> figures;
        private final Consumer<Measurement> work;

        Step(Set<Figure> figures, Consumer<Measurement> work) {
            this.figures = figures;
            this.work = work;
        }

        /** One load, whose rate is the figure. */
        Step(Figure figure, ToDoubleFunction<Measurement> load) {
            this(Set.of(figure), m -> m.measure(figure, () -> load.applyAsDouble(m)));
        }
    }

    /** (d) by few connections, the first of (e), and (f). */
    private void burst() {
        Burst burst = loads.accept(loads.shoppers(workload.burst()), Wrk.CONNECTIONS);
        measure(Figure.ACCEPTED, () -> burst.load().perSecond());
        note(Figure.PERSISTED_AFTER, () -> burst.drain().waited().toMillis());
        measure(Figure.PAYMENTS, () -> loads.pay(burst.sale()));
    }

    private void serving() {
        loads.serving().ifPresent(rate -> {
            note(Figure.SERVING, rate);
            results.add(Figure.SERVING, loads.lastEffort());
        });
    }

    private void smallGroups() {
        note(Figure.SMALL_GROUPS, () -> loads.acceptInGroups(loads.shoppers(workload.burst())));
    }

    /** Measures (e), and accepting without placing. */
    private void drain(Figure accepting, Figure placing, int sales) {
        Backlog backlog = loads.drain(loads.shoppers(workload.backlog()), sales, MORE_CONNECTIONS);
        note(accepting, backlog.load().perSecond());
        results.add(accepting, backlog.accepting());
        note(placing, backlog.drain().perSecond());
        results.add(placing, backlog.placing());
    }

    /** Measures rate and processor time. */
    private void measure(Figure figure, DoubleSupplier load) {
        if (options.measures(figure)) {
            note(figure, load.getAsDouble());
            results.add(figure, loads.lastEffort());
        }
    }

    private double accepted(int connections) {
        return loads.accept(loads.shoppers(workload.burst()), connections)
                .load()
                .perSecond();
    }

    private void note(Figure figure, DoubleSupplier load) {
        if (options.measures(figure)) {
            note(figure, load.getAsDouble());
        }
    }

    private void note(Figure figure, double value) {
        results.add(figure, value);
        say("  %s: %s %s: %,.1f %s", name, figure.letter(), figure.title(), value, figure.unit());
    }

    /** (g) */
    private void steady() {
        Latencies times = loads.arrive();
        note(Figure.STEADY_P50, times.percentile(50));
        note(Figure.STEADY_P99, times.percentile(99));
        note(Figure.STEADY_P999, times.percentile(99.9));
        note(Figure.STEADY_REFUSED, times.failed());
    }

    /** (j) */
    private void grow(int users) {
        say("growth: %,d users", users);
        List<SimulatedShopper> crowd = loads.shoppers(users);
        double soldOut = loads.soldOut(users);
        Burst burst = loads.accept(crowd, Wrk.CONNECTIONS);
        long before = orders.inAll();
        results.add(new Results.Growth(
                users,
                soldOut,
                burst.load().perSecond(),
                burst.drain().waited(),
                loads.drain(crowd, 1, Wrk.CONNECTIONS).drain().perSecond(),
                before));
    }
}
