package io.flashsale.locklab.command;

import io.flashsale.commandline.CommandProgram;
import io.flashsale.commandline.UsageException;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.locklab.exercise.Exercise;
import io.flashsale.locklab.judging.Battery;
import io.flashsale.locklab.judging.Interleavings;
import io.flashsale.locklab.judging.Trial;
import io.flashsale.locklab.own.OwnFile;
import io.flashsale.locklab.own.OwnScheme;
import io.flashsale.locklab.run.LabDirectory;
import io.flashsale.locklab.run.Laboratory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * {@code learn/lock-lab/judge}: says whether a contributed lock holds; if not, prints the moves that break it. Of an
 * exercise, it says whether the changed file shows what it must.
 */
public final class JudgeCommand {

    public static final int HOLDS = 0;
    public static final int FAULTY = 1;
    public static final int NOT_RUN = CommandProgram.COULD_NOT_RUN;

    private static final CommandProgram<JudgeOptions> PROGRAM =
            new CommandProgram<>("judge", JudgeOptions.class, LabCommands.EXPLAINED);

    private final Path directory;
    private final Path root;
    private final PrintStream out;
    private final PrintStream err;
    private final int factor;

    /** @param directory the laboratory's working directory */
    public JudgeCommand(Path directory, PrintStream out, PrintStream err) {
        this(directory, ProjectRoot.find(), out, err, 1);
    }

    /**
     * @param root of the working copy, for the file of an exercise
     * @param factor how many times as much time each trial gets as usual
     */
    JudgeCommand(Path directory, Path root, PrintStream out, PrintStream err, int factor) {
        this.directory = directory;
        this.root = root;
        this.out = out;
        this.err = err;
        this.factor = factor;
    }

    /** Runs as the process: ends the JVM. */
    public static void main(List<String> arguments) {
        LabCommands.asProcess(() -> new JudgeCommand(LabDirectory.standard(), System.out, System.err).run(arguments));
    }

    /** Returns the exit code. */
    public int run(List<String> typed) {
        return PROGRAM.run(typed, out, err, options -> {
            Exercise exercise = options.exercise();
            return exercise == null ? run(OwnFile.compile(options.file()), options) : run(exercise, options);
        });
    }

    private int run(Exercise exercise, JudgeOptions options) throws InterruptedException, IOException {
        ExerciseJudge judge = new ExerciseJudge(exercise, out);
        if (options.files().isEmpty()) {
            judge.begin(root);
            return HOLDS;
        }
        if (!options.file().endsWith(exercise.fileName())) {
            throw new UsageException("exercise " + exercise.number() + " is about " + exercise.fileName());
        }
        if (exercise.isJudged()) {
            return run(OwnFile.compile(options.file()), options);
        }
        try (Laboratory laboratory = new Laboratory(directory)) {
            return judge.judge(options.file(), laboratory);
        }
    }

    private int run(OwnScheme scheme, JudgeOptions options) throws InterruptedException {
        try (Laboratory laboratory = new Laboratory(directory)) {
            Verdicts verdicts = new Verdicts(scheme, out);
            List<Trial> trials = new Battery(scheme, laboratory, factor).run(verdicts::print);
            Interleavings interleavings = new Interleavings(scheme, laboratory);
            Interleavings.Result result =
                    interleavings.explore(options.interruptions(), Duration.ofSeconds(options.seconds()));
            verdicts.print(result, options.interruptions());
            Interleavings.Counterexample found = result.counterexample();
            if (found != null) {
                verdicts.print(found, interleavings.replay(found.moves()));
                return FAULTY;
            }
            return verdicts.end(trials, result) ? HOLDS : FAULTY;
        }
    }
}
