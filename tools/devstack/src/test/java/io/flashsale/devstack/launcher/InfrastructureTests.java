package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.devstack.launcher.seed.DemoFailedException;
import io.flashsale.devstack.process.Ports;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Existing servers, named by the environment. */
class InfrastructureTests {

    private static Infrastructure of(Map<String, String> environment) {
        return new Infrastructure(environment, Launcher.PROGRAM.parse(List.of()).orElseThrow());
    }

    @Test
    void areSaidToBeUsed() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            String port = Integer.toString(server.getLocalPort());
            Infrastructure infrastructure = of(Map.of(
                    "SPRING_DATA_REDIS_HOST", "127.0.0.1",
                    "SPRING_DATA_REDIS_PORT", port,
                    "SPRING_DATA_REDIS_PASSWORD", "secret",
                    "SPRING_KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:" + port + ",127.0.0.1:1",
                    "SPRING_DATASOURCE_URL", "jdbc:postgresql:other"));
            assertThat(infrastructure.existing())
                    .satisfiesExactly(
                            redis -> assertThat(redis).contains("127.0.0.1:" + port, "SPRING_DATA_REDIS_HOST"),
                            kafka -> assertThat(kafka).contains("127.0.0.1:" + port, "SPRING_KAFKA_BOOTSTRAP_SERVERS"));
            assertThat(infrastructure.settingsOfExisting())
                    .containsEntry("SPRING_DATA_REDIS_PASSWORD", "secret")
                    .doesNotContainKey("SPRING_DATASOURCE_URL");
        }
    }

    @Test
    void mustBeThere() {
        String port = Integer.toString(Ports.free());
        assertThatThrownBy(of(Map.of("SPRING_DATA_REDIS_HOST", "127.0.0.1", "SPRING_DATA_REDIS_PORT", port))::existing)
                .isInstanceOf(DemoFailedException.class)
                .hasMessageContainingAll("127.0.0.1:" + port, "unset the variable");
        assertThatThrownBy(of(Map.of("SPRING_KAFKA_BOOTSTRAP_SERVERS", "kafka"))::existing)
                .isInstanceOf(DemoFailedException.class)
                .hasMessageContaining("host:port");
    }

    @Test
    void areNoneIfTheEnvironmentHasOnlyOtherSettings() {
        Infrastructure infrastructure =
                of(Map.of("SPRING_DATA_REDIS_URL", "redis://other:1", "SPRING_DATA_REDIS_PASSWORD", "secret"));
        assertThat(infrastructure.existing()).isEmpty();
        assertThat(infrastructure.settingsOfExisting()).isEmpty();
    }
}
