package io.flashsale.system.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.server.PrometheusServer;
import io.flashsale.system.harness.RunningSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fires and silences each alert on the running system.
 *
 * <p>A real Prometheus scrapes the real services once a second. It evaluates the project's own rules over
 * {@linkplain AlertRules#FACTOR shorter times}.
 */
@Tag("weekly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlertsIT {

    private static final Duration SCRAPE_INTERVAL = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(200);

    private Optional<Observed> observed = Optional.empty();

    private record Observed(RunningSystem system, PrometheusServer server, Prometheus prometheus) {}

    @BeforeAll
    void observe(@TempDir Path folder) throws Exception {
        Optional<Path> executable = PrometheusServer.executable(System.getenv().getOrDefault("PATH", ""));
        if (System.getenv("CI") == null) {
            assumeTrue(executable.isPresent(), "Prometheus is not installed: apt-get install prometheus");
        }
        assertThat(executable).as("Prometheus, where CI is set").isPresent();
        RunningSystem system = RunningSystem.get();
        mendAll(system);
        Path rules = folder.resolve("alerts.yml");
        Files.writeString(rules, AlertRules.ofTheProject().shortened());
        List<PrometheusServer.Target> targets = system.services.services().stream()
                .map(service -> new PrometheusServer.Target(service.name(), service.managementPort()))
                .toList();
        PrometheusServer server =
                new PrometheusServer(system.stack.directory(), executable.get(), rules, targets, SCRAPE_INTERVAL);
        server.start();
        Prometheus prometheus = new Prometheus(server.url());
        observed = Optional.of(new Observed(system, server, prometheus));
        await().atMost(SOON)
                .until(prometheus::targets, states -> states.stream().allMatch("up"::equals));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(prometheus.evaluations())
                        .containsOnlyKeys(alerts())
                        .allSatisfy(
                                (alert, health) -> assertThat(health).as(alert).isEqualTo("ok")));
    }

    static List<String> alerts() {
        return AlertRules.ofTheProject().alerts();
    }

    static List<String> alertsOfTheSystem() {
        return alerts().stream()
                .filter(alert -> !Scenarios.OF_PROMETHEUS_ITSELF.contains(alert))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("alertsOfTheSystem")
    void shouldFireAndFallSilent(String alert) throws Exception {
        RunningSystem system = observed.orElseThrow().system();
        AlertScenario scenario = Optional.ofNullable(Scenarios.byAlert().get(alert))
                .orElseThrow(() -> new AssertionError("Scenarios has none for " + alert));
        awaitState(alert, Prometheus.SILENT);
        AlertScenario.Remedy remedy = scenario.bringAbout(system);
        try {
            awaitState(alert, Prometheus.FIRING);
        } finally {
            remedy.apply();
        }
        awaitState(alert, Prometheus.SILENT);
    }

    private void awaitState(String alert, String state) {
        Prometheus prometheus = observed.orElseThrow().prometheus();
        await(alert + " is " + state)
                .atMost(SOON)
                .pollInterval(POLL)
                .until(() -> prometheus.stateOf(alert), state::equals);
    }

    /** Repairs what a failed scenario left broken, so that the next one starts on a whole system. */
    @AfterEach
    void mendWhatIsLeftBroken() {
        mendAll(observed.orElseThrow().system());
    }

    private static void mendAll(RunningSystem system) {
        Stream.concat(system.stack.servers().stream(), system.services.services().stream())
                .forEach(AlertsIT::mend);
    }

    private static void mend(ManagedProcess process) {
        if (process.isRunning()) {
            process.resume();
        }
        process.start();
    }

    @AfterAll
    void endObservation() {
        observed.ifPresent(all -> {
            all.prometheus().close();
            all.server().stop();
        });
    }
}
