package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessIdentityTests {

    @Test
    void survivesBeingWrittenAndRead(@TempDir Path dir) {
        ProcessIdentity self = ProcessIdentity.current();
        self.write(dir.resolve("self.pid"));
        assertThat(ProcessIdentity.read(dir.resolve("self.pid"))).contains(self);
        assertThat(self.isAlive()).isTrue();
    }

    @Test
    void isNotTheProcessThatGotTheSamePidLater() {
        ProcessIdentity self = ProcessIdentity.current();
        assertThat(new ProcessIdentity(self.pid(), "another start").isAlive()).isFalse();
    }

    @Test
    void endedProcessIsNotAlive() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        ProcessIdentity identity = ProcessIdentity.of(process.pid()).orElseThrow();
        assertThat(identity.isAlive()).isTrue();
        process.destroyForcibly().waitFor();
        assertThat(identity.isAlive()).isFalse();
    }

    @Test
    void garbageNamesNoProcess(@TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve("bad.pid"), "not a pid");
        assertThat(ProcessIdentity.read(dir.resolve("bad.pid"))).isEmpty();
        assertThat(ProcessIdentity.read(dir.resolve("missing.pid"))).isEmpty();
    }
}
