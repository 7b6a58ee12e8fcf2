package io.flashsale.locklab.exercise;

import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.own.OwnClasses;
import io.flashsale.locklab.own.OwnFile;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Limits;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scenario.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/** Runs the scenario of an exercise with the lab's class, or with a learner's instead. */
public final class ExerciseProof {

    private static final Sizes SIZES = new Sizes(100, 20, 2, Limits.TIME);

    /** A crowd without a lock fails only if two of its buyers meet, and proves nothing if nobody meets the lock. */
    private static final int CROWDS = 20;

    private final Exercise exercise;
    private final Laboratory laboratory;

    public ExerciseProof(Exercise exercise, Laboratory laboratory) {
        this.exercise = exercise;
        this.laboratory = laboratory;
    }

    /** Runs the scenario with the lab's own class. A crowd that does not show what is expected is repeated. */
    public RunReport before(Scenario scenario) throws InterruptedException {
        return run(scenario, exercise.before());
    }

    /**
     * Runs the scenario with the class of this file in place of the lab's class of the same name.
     *
     * @throws io.flashsale.locklab.own.OwnFileException if the file does not compile, or has another class
     */
    public RunReport with(Path file, Scenario scenario, Expected expected) throws InterruptedException {
        OwnClasses classes = OwnFile.classes(file, exercise.className());
        try {
            Path directory = Files.createTempDirectory("flashsale-exercise-");
            try {
                classes.writeTo(directory);
                laboratory.lookForClassesIn(directory);
                return run(scenario, expected);
            } finally {
                laboratory.lookForClassesIn(null);
                FileSystemUtils.deleteRecursively(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RunReport run(Scenario scenario, Expected expected) throws InterruptedException {
        RunReport report = runOnce(scenario);
        for (int run = 1; scenario.takesSizes() && run < CROWDS && isOpen(report, expected); run++) {
            report = runOnce(scenario);
        }
        return report;
    }

    private RunReport runOnce(Scenario scenario) throws InterruptedException {
        return laboratory.run(exercise.what(), scenario, SIZES, RunListener.NOBODY);
    }

    private static boolean isOpen(RunReport report, Expected expected) {
        return report.verdict() == Verdict.INCONCLUSIVE || (report.verdict() == Verdict.HOLDS && !expected.holds());
    }
}
