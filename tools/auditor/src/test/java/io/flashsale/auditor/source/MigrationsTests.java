package io.flashsale.auditor.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** The migrations of the previous release stay as they are. {@link UpgradesIT} runs those that came after. */
class MigrationsTests {

    private static final Path SQL = ProjectRoot.find().resolve("sql");
    private static final Path RECORDED = Path.of("src/test/resources/recorded/1.0/migrations.txt");

    @Test
    void shouldStayAsTheReleaseHasAppliedThem() throws IOException {
        List<String> now;
        try (Stream<Path> files = Files.walk(SQL)) {
            now = files.filter(file -> file.toString().endsWith(".sql"))
                    .map(file -> SQL.relativize(file) + " " + checksum(file))
                    .sorted()
                    .toList();
        }
        if (!Files.exists(RECORDED)) {
            Files.createDirectories(RECORDED.getParent());
            Files.write(RECORDED, now);
            fail(RECORDED + " was missing. This version has recorded its own: only a release commits that.");
        }
        assertThat(now)
                .as("With an applied migration changed, a service would not start on its database: add a new one")
                .containsAll(Files.readAllLines(RECORDED));
    }

    /** As in the column {@code checksum} of {@code flyway_schema_history}. */
    private static int checksum(Path file) {
        try {
            CRC32 sum = new CRC32();
            Files.readAllLines(file).forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
            return (int) sum.getValue();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
