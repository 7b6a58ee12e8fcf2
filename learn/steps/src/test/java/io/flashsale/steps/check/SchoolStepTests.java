package io.flashsale.steps.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchoolStepTests {

    /** Without imports and empty lines. */
    private static final int MOST_LINES = 200;

    @ParameterizedTest
    @EnumSource
    void shouldBeShortAndHaveItsOwnTables(SchoolStep step) throws Exception {
        assertThat(Class.forName(step.mainClass()).getResource("schema.sql")).isNotNull();
        Path sources = ProjectRoot.find()
                .resolve("learn/steps/src/main/java/io/flashsale/steps")
                .resolve(step.packageName());
        try (Stream<Path> files = Files.list(sources)) {
            assertThat(files.flatMap(SchoolStepTests::lines)
                            .filter(line -> !line.isBlank() && !line.startsWith("import "))
                            .count())
                    .isLessThanOrEqualTo(MOST_LINES);
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
