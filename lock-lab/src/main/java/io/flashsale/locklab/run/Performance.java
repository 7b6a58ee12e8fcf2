package io.flashsale.locklab.run;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.scheme.Steps;
import io.flashsale.locklab.stage.Backends;
import io.flashsale.locklab.stage.Counts;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Finding;
import io.flashsale.locklab.stage.Sizes;
import io.flashsale.locklab.stage.Stage;
import io.flashsale.locklab.stage.StageException;
import io.flashsale.locklab.stage.Worker;
import io.flashsale.locklab.warehouse.History;
import io.flashsale.locklab.warehouse.Warehouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One scenario, played once: opens the case in the workers, plays, counts, closes it, and reads the journal. */
record Performance(
        Case what,
        Scenario scenario,
        Sizes sizes,
        String item,
        List<Worker> workers,
        Backends backends,
        Warehouse warehouse,
        String warehouseAddress) {

    private static final Map<String, String> DEFAULTS = Map.of("lease", "10000", "patience", "5000", "fenced", "false");

    Report play(RunListener listener) throws InterruptedException {
        Map<String, String> settings = settings();
        workers.forEach(worker -> worker.open(what.id(), item, settings));
        workers.getFirst().fill(sizes.stock());
        try (JournalReader journal = new JournalReader(warehouse, listener)) {
            listener.began();
            return play(settings, journal);
        }
    }

    private Report play(Map<String, String> settings, JournalReader journal) throws InterruptedException {
        Stage stage =
                new Stage(item, sizes, settings, workers, backends, person -> warehouse.died(item, person.name()));
        long begin = System.nanoTime();
        scenario.script().play(stage);
        stage.end();
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        long commands = stage.commands();
        List<Worker> alive = workers.stream().filter(Worker::isRunning).toList();
        if (alive.isEmpty()) {
            throw new StageException("no process has survived that could count what is left");
        }
        int left = alive.getFirst().left();
        Map<String, Long> steps = Counts.sum(alive.stream().map(Worker::counts).toList());
        alive.forEach(Worker::closeCase);
        return report(journal.finish(), stage.findings(), left, commands, steps, took);
    }

    private Map<String, String> settings() {
        Map<String, String> all = new HashMap<>(DEFAULTS);
        all.putAll(backends.settings());
        all.put("warehouse", warehouseAddress);
        all.putAll(scenario.settings());
        return all;
    }

    private Report report(
            History history, List<Finding> seen, int left, long commands, Map<String, Long> steps, Duration took) {
        int oversold = Math.max(0, history.sold() + left - sizes.stock());
        List<Finding> findings = new ArrayList<>(seen);
        if (oversold > 0) {
            findings.add(new Finding(
                    Failure.OVERSOLD,
                    history.sold() + " sold of " + sizes.stock() + ", and " + left + " are left: " + oversold
                            + " too many"));
        }
        if (history.overlaps() > 0) {
            findings.add(new Finding(
                    Failure.TWO_HOLDERS,
                    "two were inside together " + (history.overlaps() == 1 ? "once" : history.overlaps() + " times")));
        }
        if (history.lateWrites() > 0) {
            findings.add(new Finding(
                    Failure.LATE_WRITE, history.lateWrites() + " writes were done after a later holder had come"));
        }
        double seconds = (history.lastMicros() - history.firstMicros()) / 1_000_000.0;
        return new Report(
                what.id(),
                scenario.id(),
                sizes.stock(),
                sizes.buyers(),
                workers.size(),
                history.sold(),
                left,
                oversold,
                history.overlaps(),
                history.lateWrites(),
                history.refusedWrites(),
                Report.Waiting.of(history.saleMicros()),
                commands,
                steps.getOrDefault(Steps.NOTIFIED, 0L),
                steps.getOrDefault(Steps.RETRIED, 0L),
                steps.getOrDefault(Steps.RENEWED, 0L),
                history.emptyMicros() / 1_000,
                seconds > 0 ? history.sold() / seconds : 0,
                took.toMillis(),
                steps,
                findings,
                scenario.agreesWith(findings),
                history.timeline());
    }
}
