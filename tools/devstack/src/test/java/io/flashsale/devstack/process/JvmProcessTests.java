package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files beside an AOT cache. */
class JvmProcessTests {

    @TempDir
    private Path folder;

    private Path jar;
    private JvmProcess jvm;

    @BeforeEach
    void aJarOfAnHourAgo() throws IOException {
        jar = folder.resolve("app.jar");
        Files.writeString(jar, "");
        builtAt(Instant.now().minusSeconds(3_600));
        jvm = new IdleJvm(new ProcessDirectory(folder.resolve("home")), jar);
    }

    private void builtAt(Instant time) throws IOException {
        Files.setLastModifiedTime(jar, FileTime.from(time));
    }

    @Test
    void aCacheThatCannotBeMadeIsNotMissedUntilTheNextBuild() throws Exception {
        assertThat(jvm.lacksAotCache()).isTrue();

        jvm.giveUpAotCache();
        assertThat(jvm.lacksAotCache()).isFalse();

        builtAt(Instant.now().plusSeconds(3_600));
        assertThat(jvm.lacksAotCache()).isTrue();
    }

    @Test
    void whatAnAbandonedTrainingLeftIsDeleted() throws Exception {
        jvm.giveUpAotCache();
        Path failed = besides(".failed");
        String cache = failed.toString().replace(".failed", "");
        Files.writeString(Path.of(cache + ".new"), "half");
        Files.writeString(Path.of(cache + ".recording"), "half");
        Files.writeString(Path.of(cache), "whole");

        jvm.deleteUnfinishedAotCache();

        assertThat(Path.of(cache + ".new")).doesNotExist();
        assertThat(Path.of(cache + ".recording")).doesNotExist();
        assertThat(Path.of(cache)).exists();
    }

    private Path besides(String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static final class IdleJvm extends JvmProcess {

        private final Path jar;

        IdleJvm(ProcessDirectory home, Path jar) {
            super("idle", home, AotUse.RECORD);
            this.jar = jar;
        }

        @Override
        protected List<String> jvmArguments() {
            return List.of();
        }

        @Override
        protected List<String> program() {
            return List.of();
        }

        @Override
        protected Path jar() {
            return jar;
        }

        @Override
        protected boolean isReady() {
            return false;
        }

        @Override
        protected Map<Integer, String> ports() {
            return Map.of();
        }
    }
}
