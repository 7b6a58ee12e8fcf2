package io.flashsale.system.alert;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.client.ShopClient;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.server.PrometheusServer;
import io.flashsale.system.harness.RunningSystem;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Fires and silences each alert on the running system.
 *
 * <p>A real Prometheus scrapes the real services once a second. It evaluates the project's own rules over
 * {@linkplain #FACTOR shorter times}.
 */
@Tag("weekly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlertsIT {

    private static final String RULES = read(ROOT.resolve("deploy/prometheus/alerts.yml"));

    /** A range of an expression, or {@code for:}. */
    private static final Pattern SPAN = Pattern.compile("(?m)(\\[|^ *for: *)(\\d+)([smhd])(?=]|$)");

    /** Divides every span of time. Queries and thresholds stay unchanged. */
    private static final int FACTOR = 120;

    /** The shortest range: ten scrapes, because a rate needs several of them. */
    private static final int MIN_RANGE = 10;

    /** The shortest {@code for:}: two evaluations, so that an alert is pending before it fires, as usual. */
    private static final int MIN_FOR = 2;

    private static final Duration SCRAPE_INTERVAL = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(200);

    /** Neither pending nor firing. */
    private static final String SILENT = "inactive";

    /** Brings the running system into the state that an alert reports. */
    @FunctionalInterface
    interface Scenario {

        /** Returns what makes the alert fall silent, when only time is missing until the alert must fire. */
        Remedy bringAbout(RunningSystem system) throws Exception;
    }

    /** Ends that state, or stops its cause. */
    @FunctionalInterface
    interface Remedy {

        /** Does nothing: the event cannot be undone, and the alert ends when the event is old enough. */
        Remedy TIME = () -> {};

        void apply() throws Exception;
    }

    /** Alerts that the shop cannot bring about. Promtool tests them. */
    private static final Set<String> OF_PROMETHEUS_ITSELF = Set.of("ServiceNotScraped", "Watchdog");

    private static final Map<String, Scenario> SCENARIOS = Map.ofEntries(
            entry("Oversold", StockScenarios::moreIsOutThanThereEverWas),
            entry("PromisedTooMuch", StockScenarios::redisPromisesWhatMySqlDoesNotHave),
            entry("RedisAndMySqlDiffer", StockScenarios::redisOffersMoreThanMySqlAndNobodyCanBeSure),
            entry("GateCold", StockScenarios::redisLosesAGateWhileOrderServiceHangs),
            entry("OutboxTooOld", StockScenarios::kafkaHangs),
            entry("PlacementSlow", StockScenarios::orderServiceHangsForAWhile),
            entry("ConsumersBehind", StockScenarios::orderServiceHangs),
            entry("DeadLetters", StockScenarios::somebodySendsWhatNobodyUnderstands),
            entry("RefundsOpen", MoneyScenarios::providerAnswersNoRefund),
            entry("RefundsFailed", MoneyScenarios::providerRefusesARefund),
            entry("ChargesUnsettled", MoneyScenarios::providerHasAChargeOfNoOrder),
            entry("ErrorBudgetBurnsFast", AvailabilityScenarios::couponServiceHangs),
            entry("ErrorBudgetBurnsSlowly", AvailabilityScenarios::couponServiceHangs),
            entry("LatencyBudgetBurnsFast", AvailabilityScenarios::couponServiceStutters),
            entry("LatencyBudgetBurnsSlowly", AvailabilityScenarios::couponServiceStutters),
            entry("InstanceDown", AvailabilityScenarios::couponServiceIsKilled),
            entry("BreakerOpen", AvailabilityScenarios::couponServiceHangs),
            entry("RequestsShed", AvailabilityScenarios::aCrowdWaitsForAStockServiceThatHangs),
            entry("RedisUnreachable", AvailabilityScenarios::redisHangs),
            entry("WaitingRoomStalled", AvailabilityScenarios::mySqlHangsWhileAQueueIsServed));

    private Optional<PrometheusServer> server = Optional.empty();

    @BeforeAll
    void observe(@TempDir Path folder) throws Exception {
        Optional<Path> executable = PrometheusServer.executable(System.getenv().getOrDefault("PATH", ""));
        if (System.getenv("CI") == null) {
            assumeTrue(executable.isPresent(), "Prometheus is not installed: apt-get install prometheus");
        }
        assertThat(executable).as("Prometheus, where CI is set").isPresent();
        RunningSystem system = RunningSystem.get();
        mendWhatIsLeftBroken();
        Path rules = Files.writeString(folder.resolve("alerts.yml"), shortened());
        List<PrometheusServer.Target> targets = system.services.services().stream()
                .map(service -> new PrometheusServer.Target(service.name(), service.managementPort()))
                .toList();
        PrometheusServer prometheus =
                new PrometheusServer(system.stack.directory(), executable.get(), rules, targets, SCRAPE_INTERVAL);
        server = Optional.of(prometheus);
        prometheus.start();
        await().atMost(SOON)
                .until(() -> ask("targets?state=active", "activeTargets")
                        .allMatch(target -> target.path("health").asString().equals("up")));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(ask("rules?type=alert", "groups")
                                .flatMap(group -> group.path("rules").valueStream())
                                .map(rule -> rule.path("name").asString() + " is "
                                        + rule.path("health").asString()))
                        .containsExactlyInAnyOrderElementsOf(
                                alerts().map(alert -> alert + " is ok").toList()));
    }

    /** The names of the alerts, in file order. */
    static Stream<String> alerts() {
        return all("(?m)^ *- alert: *(\\w+)$", RULES).map(alert -> alert.group(1));
    }

    /** The same rules over shorter times. */
    private static String shortened() {
        return SPAN.matcher(RULES).replaceAll(span -> {
            int unit = switch (span.group(3)) {
                case "s" -> 1;
                case "m" -> 60;
                case "h" -> 3_600;
                default -> 86_400;
            };
            int seconds = Integer.parseInt(span.group(2)) * unit / FACTOR;
            return span.group(1) + Math.max(seconds, span.group(1).equals("[") ? MIN_RANGE : MIN_FOR) + "s";
        });
    }

    /** The list of this name in Prometheus' answer. */
    private Stream<JsonNode> ask(String what, String list) {
        try (ShopClient prometheus =
                new ShopClient(URI.create(server.orElseThrow().url()), SOON, SOON)) {
            return prometheus
                    .call("GET", "/api/v1/" + what, null, null)
                    .orThrow()
                    .body()
                    .path("data")
                    .path(list)
                    .valueStream();
        }
    }

    static Stream<String> alertsOfTheSystem() {
        return alerts().filter(alert -> !OF_PROMETHEUS_ITSELF.contains(alert));
    }

    @ParameterizedTest
    @MethodSource("alertsOfTheSystem")
    void shouldFireAndFallSilent(String alert) throws Exception {
        Scenario scenario = Optional.ofNullable(SCENARIOS.get(alert))
                .orElseThrow(() -> new AssertionError("there is no scenario for " + alert));
        awaitState(alert, SILENT);
        Remedy remedy = scenario.bringAbout(RunningSystem.get());
        try {
            awaitState(alert, "firing");
        } finally {
            remedy.apply();
        }
        awaitState(alert, SILENT);
    }

    private void awaitState(String alert, String state) {
        await(alert + " is " + state).atMost(SOON).pollInterval(POLL).until(() -> {
            List<String> states = ask("alerts", "alerts")
                    .filter(one -> one.at("/labels/alertname").asString().equals(alert))
                    .map(one -> one.path("state").asString())
                    .toList();
            return state.equals(SILENT) ? states.isEmpty() : states.contains(state);
        });
    }

    /** Repairs what a failed scenario left broken, so that the next one starts on a whole system. */
    @AfterEach
    void mendWhatIsLeftBroken() {
        RunningSystem system = RunningSystem.get();
        Stream.<ManagedProcess>concat(system.stack.servers().stream(), system.services.services().stream())
                .forEach(process -> {
                    if (process.isRunning()) {
                        process.resume();
                    }
                    process.start();
                });
    }

    @AfterAll
    void endObservation() {
        server.ifPresent(PrometheusServer::stop);
    }

    /** Changes rows of MySQL, past the services. */
    static void update(RunningSystem system, String statement, Object... parameters) {
        system.records.sql().sql(statement).params(parameters).update();
    }
}
