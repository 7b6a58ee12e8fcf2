package io.flashsale.benchmark;

import io.flashsale.benchmark.Measurement.Step;
import io.flashsale.benchmark.load.Wrk;
import io.flashsale.benchmark.model.ModelPage;
import io.flashsale.benchmark.report.Figure;
import io.flashsale.benchmark.report.Machine;
import io.flashsale.benchmark.report.MeasuredRun;
import io.flashsale.benchmark.report.PerformancePage;
import io.flashsale.benchmark.report.ResultsTable;
import io.flashsale.client.ShopClientException;
import io.flashsale.commandline.CommandProgram;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Main class of {@code ./bench}. Exit status: 0 measured, 2 could not measure. */
public final class Bench {

    private static final int MAX_WARM_UPS = 12;

    static final CommandProgram<BenchOptions> PROGRAM = new CommandProgram<>(
            "bench",
            BenchOptions.class,
            List.of(
                    BenchFailedException.class,
                    ShopClientException.class,
                    ServerFailedException.class,
                    IOException.class));

    private Bench() {}

    public static void main(String[] arguments) {
        List<String> typed = List.of(arguments);
        System.exit(PROGRAM.run(typed, System.out, System.err, options -> run(options, String.join(" ", typed))));
    }

    private static int run(BenchOptions options, String typed) throws IOException {
        if (options.model()) {
            System.out.print(ModelPage.tables());
            return 0;
        }
        Path root = ProjectRoot.find();
        String table = measure(root, options, typed);
        System.out.println();
        System.out.print(table);
        Path file = root.resolve(options.output());
        PerformancePage.write(file, table);
        say("written to %s", file);
        return 0;
    }

    private static String measure(Path root, BenchOptions options, String typed) throws IOException {
        Map<String, String> environment = environment(root, Wrk.version(), typed);
        Path data =
                root.resolve("tools/bench/target/run-" + ProcessHandle.current().pid());
        List<Subject> subjects = new ArrayList<>();
        if (options.against() != null) {
            subjects.add(Subject.revision(Revision.built(root, options.against())));
        }
        if (options.followed() != null) {
            subjects.add(Subject.presentFollowing(root, options.followed()));
        }
        if (options.againstJvm() != null) {
            subjects.add(Subject.presentWith(root, options.againstJvm().toAbsolutePath()));
        }
        Subject present = Subject.present(root);
        subjects.add(present);
        ResultsTable table = new ResultsTable(present.results(), environment, comparison(subjects));
        try {
            if (options.measures(Figure.START)) {
                measureStarts(subjects, options, data);
            }
            measureTrials(subjects, options, data);
        } catch (BenchFailedException | ShopClientException | ServerFailedException e) {
            say("not all was measured; this was:%n%s", table.markdown());
            throw e;
        }
        Path file = options.demands();
        if (file != null) {
            int processors = Runtime.getRuntime().availableProcessors();
            new MeasuredRun(environment, processors, present.results().efforts()).write(file);
            say("what each answer took: %s", file);
        }
        return table.markdown();
    }

    private static Optional<ResultsTable.Comparison> comparison(List<Subject> subjects) {
        Subject first = subjects.getFirst();
        return subjects.size() == 1
                ? Optional.empty()
                : Optional.of(new ResultsTable.Comparison(first.name(), first.results()));
    }

    /** Another revision may not support AOT caches. The caches of this one also serve later measurements. */
    private static void measureStarts(List<Subject> subjects, BenchOptions options, Path data) {
        Subject present = subjects.getLast();
        Starts starts = new Starts(data);
        starts.prepare(present);
        for (int round = 1; round <= options.rounds(); round++) {
            say("starts, round %d of %d", round, options.rounds());
            subjects.forEach(starts::first);
            starts.again(present);
        }
    }

    private static void measureTrials(List<Subject> subjects, BenchOptions options, Path data) throws IOException {
        List<Measurement> trials = new ArrayList<>();
        try {
            for (Subject subject : subjects) {
                trials.add(Measurement.start(
                        subject, ProjectRoot.find(), options, data.resolve("trial-" + trials.size())));
            }
            measure(trials, options);
        } finally {
            trials.forEach(Measurement::close);
        }
    }

    private static void measure(List<Measurement> trials, BenchOptions options) {
        for (Measurement trial : trials) {
            say("%s: first burst", trial.name());
            trial.begin();
        }
        warmUp(trials);
        for (int round = 1; round <= options.rounds(); round++) {
            say("round %d of %d", round, options.rounds());
            for (Step step : Step.values()) {
                // The second of two systems meets what the first left the disk to do, so each is as often the second.
                boolean asGiven = (round + step.ordinal()) % 2 == 0;
                (asGiven ? trials : trials.reversed()).forEach(trial -> trial.measure(step));
            }
        }
        trials.forEach(Measurement::endOfRounds);
        trials.getLast().end();
    }

    /** Warms all systems up equally often, until none gets faster any more. Nothing of this is counted. */
    private static void warmUp(List<Measurement> trials) {
        boolean rising = true;
        for (int i = 1; rising && i <= MAX_WARM_UPS; i++) {
            say("warming up, %d", i);
            rising = false;
            for (Measurement trial : trials) {
                rising |= trial.warmUp();
            }
        }
        trials.forEach(Measurement::endWarmUp);
    }

    private static Map<String, String> environment(Path root, String wrkVersion, String typed) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("command", ("`./bench " + typed).strip() + "`");
        environment.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        environment.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " processors, " + Machine.processor() + ", "
                        + Machine.memoryGigabytes() + " GB; everything on it: servers, services, load generators");
        environment.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        environment.put("Java", Runtime.version().toString());
        environment.put("commit", Machine.commit(root));
        environment.put(
                "load generators",
                wrkVersion + " (1 thread, " + Wrk.CONNECTIONS + " connections where no other number is named), Gatling"
                        + " (arrivals)");
        return environment;
    }

    /** Prints progress to the terminal. */
    static void say(String format, Object... arguments) {
        System.out.println("bench: " + String.format(Locale.ROOT, format, arguments));
    }
}
