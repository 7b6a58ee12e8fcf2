package io.flashsale.locklab.run;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.resource.History;
import io.flashsale.locklab.resource.ProtectedResource;
import io.flashsale.locklab.scenario.Backends;
import io.flashsale.locklab.scenario.Counts;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.Finding;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scenario.Worker;
import io.flashsale.locklab.scheme.FailPoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One scenario, run once: opens the case in the workers, runs the script, counts, closes it, and reads the journal. */
record ScenarioRun(
        Case what,
        Scenario scenario,
        Sizes sizes,
        String item,
        List<Worker> workers,
        Backends backends,
        ProtectedResource resource,
        String resourceAddress) {

    private static final Map<String, String> DEFAULTS = Map.of("lease", "10000", "timeout", "5000", "fenced", "false");

    Report run(RunListener listener) throws InterruptedException {
        Map<String, String> settings = settings();
        workers.forEach(worker -> worker.open(what.id(), item, settings));
        workers.getFirst().fill(sizes.stock());
        try (JournalReader journal = new JournalReader(resource, listener)) {
            listener.began();
            return run(settings, journal);
        }
    }

    private Report run(Map<String, String> settings, JournalReader journal) throws InterruptedException {
        ScenarioContext context = new ScenarioContext(
                item, sizes, settings, workers, backends, client -> resource.died(item, client.name()));
        long begin = System.nanoTime();
        scenario.script().run(context);
        context.end();
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        long commands = context.commands();
        List<Worker> alive = workers.stream().filter(Worker::isRunning).toList();
        if (alive.isEmpty()) {
            throw new ScenarioException("no process has survived that could count what is left");
        }
        int left = alive.getFirst().left();
        Map<String, Long> failPoints =
                Counts.sum(alive.stream().map(Worker::counts).toList());
        alive.forEach(Worker::closeCase);
        return report(journal.finish(), context.findings(), left, commands, failPoints, took);
    }

    private Map<String, String> settings() {
        Map<String, String> all = new HashMap<>(DEFAULTS);
        all.putAll(backends.settings());
        all.put("resource", resourceAddress);
        all.putAll(scenario.settings());
        return all;
    }

    private Report report(
            History history, List<Finding> seen, int left, long commands, Map<String, Long> failPoints, Duration took) {
        int oversold = Math.max(0, history.sold() + left - sizes.stock());
        List<Finding> findings = new ArrayList<>(seen);
        if (oversold > 0) {
            findings.add(new Finding(
                    Failure.OVERSOLD,
                    history.sold() + " sold of " + sizes.stock() + ", and " + left + " are left: " + oversold
                            + " too many"));
        }
        if (history.exclusionViolations() > 0) {
            findings.add(new Finding(
                    Failure.TWO_HOLDERS,
                    "two were inside together "
                            + (history.exclusionViolations() == 1
                                    ? "once"
                                    : history.exclusionViolations() + " times")));
        }
        if (history.staleWrites() > 0) {
            findings.add(new Finding(
                    Failure.STALE_WRITE, history.staleWrites() + " writes were done after a later holder had come"));
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
                history.exclusionViolations(),
                history.staleWrites(),
                history.refusedWrites(),
                Report.Waiting.of(history.saleMicros()),
                commands,
                failPoints.getOrDefault(FailPoints.NOTIFIED, 0L),
                failPoints.getOrDefault(FailPoints.RETRIED, 0L),
                failPoints.getOrDefault(FailPoints.RENEWED, 0L),
                history.emptyMicros() / 1_000,
                seconds > 0 ? history.sold() / seconds : 0,
                took.toMillis(),
                failPoints,
                findings,
                scenario.agreesWith(findings),
                history.timeline());
    }
}
