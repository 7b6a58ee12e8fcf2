package io.flashsale.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What has no reason to differ between the services is said once, in {@code defaults} of service-commons. */
class SettingsTests {

    private static final List<String> SAID_ONCE = List.of(
            "structured",
            "session.timeout.ms",
            "heartbeat.interval.ms",
            "partition.assignment.strategy",
            "allow.auto.create.topics");

    @Test
    void noServiceHasALogFormatOrAConsumersManners() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path settings : settingsOfServices()) {
            String text = Files.readString(settings);
            SAID_ONCE.stream().filter(text::contains).forEach(word -> found.add(settings + ": " + word));
        }
        assertThat(found).isEmpty();
    }

    private static List<Path> settingsOfServices() throws IOException {
        try (Stream<Path> modules = Files.list(ProjectRoot.find())) {
            List<Path> settings = modules.map(module -> module.resolve("src/main/resources"))
                    .filter(Files::isDirectory)
                    .flatMap(SettingsTests::applications)
                    .toList();
            assertThat(settings).as("settings of services").hasSizeGreaterThan(5);
            return settings;
        }
    }

    private static Stream<Path> applications(Path resources) {
        return Stream.of("application.yaml", "application-demo.yaml")
                .map(resources::resolve)
                .filter(Files::exists);
    }
}
