package io.flashsale.locklab.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.locklab.course.ExerciseTexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of exercises and the chapters name the same. */
class ExerciseTests {

    private static final Pattern COMMAND = Pattern.compile("learn/lock-lab/judge --exercise (\\d+\\.\\d+)");

    @ParameterizedTest
    @ValueSource(strings = {"docs/course", "docs/course/zh"})
    void areThoseThatTheChaptersTellToJudge(String folder) throws IOException {
        try (Stream<Path> files = Files.list(ProjectRoot.find().resolve(folder))) {
            List<String> named = files.filter(
                            file -> file.getFileName().toString().matches("\\d\\d-.*"))
                    .sorted()
                    .flatMap(file -> COMMAND.matcher(read(file)).results())
                    .map(found -> found.group(1))
                    .distinct()
                    .toList();
            assertThat(Exercise.all()).extracting(Exercise::number).containsExactlyElementsOf(named);
        }
    }

    @Test
    void haveATaskAndAFileAndAProof() {
        ExerciseTexts texts = new ExerciseTexts();
        assertThat(Exercise.all()).allSatisfy(exercise -> {
            assertThat(texts.task(exercise.number())).isNotBlank().doesNotContain("<", "](");
            String text = texts.file(exercise.path());
            if (!exercise.isJudged()) {
                assertThat(exercise.scenario().script()).isNotNull();
                assertThat(ModelAnswers.to(exercise.number(), text)).isNotEqualTo(text);
            }
        });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
