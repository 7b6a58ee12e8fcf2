package io.flashsale.locklab.web;

import io.flashsale.locklab.resource.Holding;
import io.flashsale.locklab.run.ReportView;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.trace.Diagram;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** A run in progress, on its own thread, with its events. Its servers and workers end with it. */
final class LiveRun implements RunListener {

    private static final Logger log = LoggerFactory.getLogger(LiveRun.class);
    private static final int MAX_HOLDERS_A_SECOND = 50;
    private static final int MAX_FAULT = 500;

    private final EventLog events;
    private final JsonMapper json;
    private final Clock clock;
    private final Consumer<RunView> store;
    private final int stock;
    private final Thread thread;
    private volatile RunView run;
    private volatile boolean cancelled;
    private long origin;
    private long second;
    private int holdersInSecond;

    /**
     * @param experiment is closed when the run has ended
     * @param store saves the ended run
     * @param afterwards runs once, when everything has ended
     */
    LiveRun(
            RunView run,
            Experiment experiment,
            JsonMapper json,
            Clock clock,
            Consumer<RunView> store,
            Runnable afterwards) {
        this.run = run;
        this.stock = experiment.sizes().stock();
        this.json = json;
        this.clock = clock;
        this.store = store;
        this.events = new EventLog();
        enter(RunState.STARTING);
        this.thread = Thread.ofPlatform().name("lab-run-" + run.id()).unstarted(() -> {
            try {
                run(experiment);
            } finally {
                afterwards.run();
            }
        });
    }

    void start() {
        thread.start();
    }

    RunView view() {
        return run;
    }

    EventLog events() {
        return events;
    }

    /** Cancels the run if it has not ended. Returns when servers and workers are gone, or after the timeout. */
    void cancel(long timeoutMillis) throws InterruptedException {
        cancelled = true;
        thread.interrupt();
        thread.join(timeoutMillis);
    }

    private void run(Experiment experiment) {
        RunView ended = perform(experiment);
        Thread.interrupted(); // a cancellation must not interrupt the clean-up
        try {
            experiment.close();
            store.accept(ended);
        } finally {
            run = ended;
            enter(ended.state());
            events.forget("diagram"); // the result contains it
            events.add("result", json.writeValueAsString(ended.seenBy(null))); // without names, as anybody may follow
            events.close();
        }
    }

    private RunView perform(Experiment experiment) {
        try {
            return run.ended(RunState.DONE, clock.instant(), null, json.valueToTree(experiment.run(this)));
        } catch (InterruptedException | RuntimeException e) {
            return failed(e);
        }
    }

    private RunView failed(Exception e) {
        if (cancelled) {
            return run.ended(RunState.CANCELLED, clock.instant(), null, null);
        }
        log.warn("run {} failed", run.id(), e);
        String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return run.ended(RunState.FAILED, clock.instant(), why.substring(0, Math.min(MAX_FAULT, why.length())), null);
    }

    private void enter(RunState state) {
        events.add("state", json.writeValueAsString(Map.of("state", state)));
    }

    @Override
    public void began() {
        run = run.in(RunState.RUNNING);
        store.accept(run);
        enter(RunState.RUNNING);
    }

    @Override
    public void sold(int units) {
        events.addUnlessRepeated("progress", json.writeValueAsString(Map.of("sold", units, "stock", stock)));
    }

    @Override
    public void drawn(Supplier<Diagram> diagram) {
        events.addInPlaceOfEarlier("diagram", json.writeValueAsString(diagram.get()));
    }

    @Override
    public void left(Holding holding) {
        origin = origin == 0 ? holding.fromMicros() : origin;
        long now = holding.fromMicros() / 1_000_000;
        holdersInSecond = now == second ? holdersInSecond + 1 : 1;
        second = now;
        if (holdersInSecond <= MAX_HOLDERS_A_SECOND) {
            events.add("holder", json.writeValueAsString(ReportView.Stay.of(holding, origin)));
        }
    }

    @Nullable
    Long runningId() {
        return run.state().isOver() ? null : run.id();
    }
}
