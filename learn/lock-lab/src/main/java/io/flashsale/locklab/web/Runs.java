package io.flashsale.locklab.web;

import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.LabDirectory;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.scenario.Sizes;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The run in progress, at most one on this machine, and the history. */
@Component
class Runs implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(Runs.class);
    private static final long CANCEL_TIMEOUT_MILLIS = 10_000;

    private final RunTable table;
    private final JsonMapper json;
    private final Clock clock;
    private final Semaphore place = new Semaphore(1);
    private volatile @Nullable LiveRun latest;

    Runs(RunTable table, JsonMapper json, Clock clock) {
        this.table = table;
        this.json = json;
        this.clock = clock;
    }

    sealed interface Outcome {
        record Started(RunView run) implements Outcome {}

        /** @param runId the run in progress; null if this instance does not know it */
        record Busy(@Nullable Long runId) implements Outcome {}

        /** Runs cannot be started here. */
        record Unavailable() implements Outcome {}
    }

    Outcome start(Case what, Scenario scenario, Sizes sizes, long user) {
        if (!place.tryAcquire()) {
            LiveRun present = latest;
            return new Outcome.Busy(present == null ? null : present.runningId());
        }
        boolean underWay = false;
        try {
            Outcome outcome = open(what, scenario, sizes, user);
            underWay = outcome instanceof Outcome.Started;
            return outcome;
        } finally {
            if (!underWay) {
                place.release();
            }
        }
    }

    private Outcome open(Case what, Scenario scenario, Sizes sizes, long user) {
        Laboratory laboratory;
        try {
            laboratory = new Laboratory(LabDirectory.standard());
        } catch (DirectoryInUseException anotherProcess) {
            return new Outcome.Busy(null);
        } catch (UncheckedIOException | UnsupportedOperationException | IllegalStateException e) {
            log.warn("the laboratory cannot be opened in {}", LabDirectory.standard(), e);
            return new Outcome.Unavailable();
        }
        try {
            RunView run = table.insert(what.id(), scenario.id(), sizes, user);
            Experiment experiment = new Experiment(what, scenario, sizes, laboratory);
            LiveRun started = new LiveRun(run, experiment, json, clock, table::update, place::release);
            latest = started;
            started.start();
            return new Outcome.Started(run);
        } catch (RuntimeException e) {
            laboratory.close();
            throw e;
        }
    }

    /** The run with its events, if it is this instance's latest. */
    Optional<LiveRun> live(long id) {
        LiveRun present = latest;
        return present != null && present.view().id() == id ? Optional.of(present) : Optional.empty();
    }

    Optional<RunView> find(long id) {
        return live(id).map(LiveRun::view).or(() -> table.find(id));
    }

    RunView.Page newestFirst(int page, int size) {
        return table.newestFirst(page, size);
    }

    /** Cancels the run if it is in progress. */
    void cancel(long id) throws InterruptedException {
        Optional<LiveRun> present = live(id);
        if (present.isPresent()) {
            present.get().cancel(CANCEL_TIMEOUT_MILLIS);
        }
    }

    @Override
    public void destroy() throws InterruptedException {
        LiveRun present = latest;
        if (present != null) {
            present.cancel(CANCEL_TIMEOUT_MILLIS);
        }
    }
}
