package io.flashsale.locklab.run;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.resource.JournalAnalysis;
import io.flashsale.locklab.resource.ProtectedResource;
import io.flashsale.locklab.scenario.Backends;
import io.flashsale.locklab.scenario.Counts;
import io.flashsale.locklab.scenario.ObservedFailure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scenario.Worker;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.trace.Diagram;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Recording;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs one scenario once: opens the case, runs the script, counts, closes the case, and reads the journal. */
record ScenarioRun(
        Case what,
        Scenario scenario,
        Sizes sizes,
        String item,
        List<Worker> workers,
        Backends backends,
        ProtectedResource resource,
        String resourceAddress) {

    private static final int STEPS_OF_A_PROCESS = 5_000;
    private static final int STEPS_OF_A_CROWD = 200;
    private static final Map<String, String> DEFAULTS = Map.of("lease", "10000", "timeout", "5000", "fenced", "false");

    RunReport run(RunListener listener) throws InterruptedException {
        Map<String, String> settings = settings();
        workers.forEach(worker -> worker.open(what.id(), item, settings));
        workers.getFirst().fill(sizes.stock());
        List<LockObserver> observers = backends.observers(what.backends());
        Recording recording = new Recording(LockedStock.lockOf(item), resourceAddress, observers);
        record(recording);
        try (JournalReader journal = new JournalReader(resource, listener, recording)) {
            listener.began();
            // Looks would disturb a crowd, so it has no observers.
            return run(settings, journal, recording, scenario.takesSizes() ? List.of() : observers);
        }
    }

    private void record(Recording recording) {
        int atMost = scenario.takesSizes() ? STEPS_OF_A_CROWD / workers.size() : STEPS_OF_A_PROCESS;
        for (int number = 1; number <= workers.size(); number++) {
            workers.get(number - 1).recordOn(recording, number, atMost, what.source());
        }
        backends.recordOn(recording);
    }

    private RunReport run(
            Map<String, String> settings, JournalReader journal, Recording recording, List<LockObserver> observers)
            throws InterruptedException {
        ScenarioContext context = new ScenarioContext(
                item, sizes, settings, workers, backends, what.signs(), client -> resource.died(item, client.name()));
        long begin = System.nanoTime();
        try (LockWatch _ = new LockWatch(recording, observers)) {
            scenario.script().run(context);
            context.end();
        }
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
        return report(
                new RunChecker(what, scenario, sizes, context, journal.finish(), left, failPoints),
                commands,
                took,
                recording.diagram());
    }

    private Map<String, String> settings() {
        Map<String, String> all = new HashMap<>(DEFAULTS);
        all.putAll(backends.settings());
        all.put("resource", resourceAddress);
        all.putAll(scenario.settings());
        return all;
    }

    private RunReport report(RunChecker checker, long commands, Duration took, Diagram diagram) {
        JournalAnalysis history = checker.history();
        Map<String, Long> failPoints = checker.failPoints();
        List<ObservedFailure> findings = checker.findings();
        List<Text> doubts = checker.doubts();
        double seconds = (history.lastMicros() - history.firstMicros()) / 1_000_000.0;
        boolean hasInside = what.kind() == Kind.LOCK;
        boolean counts =
                what.backends().stream().allMatch(kind -> backends.get(kind).countsCommands());
        return new RunReport(
                what.id(),
                scenario.id(),
                sizes.stock(),
                sizes.buyers(),
                workers.size(),
                history.sold(),
                checker.left(),
                checker.oversold(),
                hasInside ? history.exclusionViolations() : null,
                hasInside ? history.staleWrites() : null,
                history.refusedWrites(),
                checker.meetings(),
                RunReport.Waiting.of(history.saleMicros()),
                counts ? commands : null,
                failPoints.getOrDefault(FailPoints.NOTIFIED, 0L),
                failPoints.getOrDefault(FailPoints.RETRIED, 0L),
                failPoints.getOrDefault(FailPoints.RENEWED, 0L),
                hasInside ? history.emptyMicros() / 1_000 : null,
                seconds > 0 ? history.sold() / seconds : 0,
                took.toMillis(),
                failPoints,
                findings,
                doubts,
                scenario.verdict(findings, doubts),
                scenario.agreesWith(findings, doubts),
                history.timeline(),
                diagram);
    }
}
