package io.flashsale.devstack.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusServerTests {

    @Test
    void shouldBeFoundWhereProgramsAre(@TempDir Path folder) throws Exception {
        assertThat(PrometheusServer.executable(folder + ":")).isEmpty();
        Path file = Files.createFile(folder.resolve("prometheus"));
        assertThat(PrometheusServer.executable(folder.toString())).isEmpty();
        assertThat(file.toFile().setExecutable(true)).isTrue();
        assertThat(PrometheusServer.executable("/nowhere:" + folder)).hasValue(file);
    }
}
