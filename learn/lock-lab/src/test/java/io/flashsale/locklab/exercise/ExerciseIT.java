package io.flashsale.locklab.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.MoreTime;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.course.ExerciseTexts;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each exercise that changes a class of the lab shows what it states, with the file that the learner begins with and
 * with a model answer. {@code JudgeCommandIT} and {@code InterleavingsIT} judge the files of the other exercises.
 */
@Tag("long")
class ExerciseIT {

    @AutoClose
    private static final Laboratory LABORATORY =
            new Laboratory(Path.of("target/exercises-" + ProcessHandle.current().pid()));

    @TempDir
    private Path folder;

    static Stream<Exercise> exercises() {
        return Exercise.all().stream().filter(exercise -> !exercise.isJudged());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("exercises")
    void showsWhatItStates(Exercise exercise) throws Exception {
        String text = new ExerciseTexts().file(exercise.path());
        long before = shown(exercise, text, exercise.before());
        long after = shown(exercise, ModelAnswers.to(exercise.number(), text), exercise.after());
        if (exercise.moreCommands()) {
            assertThat(after).isGreaterThan(2 * before);
        }
    }

    /** Returns the number of commands. A slow machine gets a second run, with more time. */
    private long shown(Exercise exercise, String text, Expected expected) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve(exercise.fileName()), text);
        ExerciseProof proof = new ExerciseProof(exercise, LABORATORY);
        Scenario scenario = exercise.scenario();
        RunReport report = proof.with(file, scenario, expected);
        if (!expected.isSeenIn(report, scenario) && MoreTime.helps(exercise.what(), scenario)) {
            scenario = MoreTime.given(scenario);
            report = proof.with(file, scenario, expected);
        }
        assertThat(expected.isSeenIn(report, scenario))
                .as("%s, which %s, finds %s %s", exercise.number(), expected, report.findings(), report.doubts())
                .isTrue();
        return exercise.moreCommands() ? Objects.requireNonNull(report.commands()) : 0;
    }
}
