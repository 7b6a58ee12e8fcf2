package io.flashsale.system.alert;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.Map.entry;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.ServiceMeters;
import io.flashsale.system.project.AlertTests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fires and silences each alert on the running system.
 *
 * <p>The test scrapes the real services as Prometheus does, and promtool evaluates the project's own rules over these
 * scrapes. Five seconds lie between two of them for the rules, however long the machine takes.
 */
@Tag("weekly")
class AlertsIT {

    private static final Path FILE = ROOT.resolve("deploy/prometheus/alerts.yml");
    private static final String RULES = read(FILE);

    /** Between two scrapes and between two evaluations, in seconds, as in deploy/prometheus/prometheus.yml. */
    private static final int INTERVAL = 5;

    /** Five minutes in scrapes: longer than a state has to last for any alert here. */
    private static final int LASTING = 60;

    /** A line of a scrape: name, labels and value. */
    private static final Pattern SAMPLE = Pattern.compile("(\\w+)\\{?(.*?)}? (\\S+)");

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

    @TempDir
    private Path folder;

    @BeforeAll
    static void requirePromtool() {
        AlertTests.requirePromtool();
    }

    /** The names of the alerts, in file order. */
    static Stream<String> alerts() {
        return all("(?m)^ *- alert: *(\\w+)$", RULES).map(alert -> alert.group(1));
    }

    static Stream<String> alertsOfTheSystem() {
        return alerts().filter(alert -> !OF_PROMETHEUS_ITSELF.contains(alert));
    }

    @ParameterizedTest
    @MethodSource("alertsOfTheSystem")
    void shouldFireAndFallSilent(String alert) throws Exception {
        Scenario scenario = Optional.ofNullable(SCENARIOS.get(alert))
                .orElseThrow(() -> new AssertionError("there is no scenario for " + alert));
        awaitSilence(alert);
        List<Map<String, String>> scrapes = new ArrayList<>(List.of(scrape()));
        Remedy remedy = scenario.bringAbout(RunningSystem.get());
        try {
            await(alert + " fires").until(() -> {
                scrapes.add(scrape());
                return fires(alert, scrapes);
            });
        } finally {
            remedy.apply();
        }
        awaitSilence(alert);
    }

    /** Waits until the alert would be silent if all meters stayed as they are. */
    private void awaitSilence(String alert) {
        await(alert + " is silent").until(() -> !fires(alert, Collections.nCopies(LASTING, scrape())));
    }

    /** The value of each time series that the rules may use. */
    private static Map<String, String> scrape() throws IOException, InterruptedException {
        Map<String, String> samples = new HashMap<>();
        for (JavaService service : RunningSystem.get().services.services()) {
            String target = "{job=\"flash-sale\",service=\"" + service.name() + "\"";
            boolean isUp = service.isRunning() && !isSuspended(service);
            samples.put("up" + target + "}", isUp ? "1" : "0");
            if (isUp) {
                ServiceMeters.scrape(service)
                        .lines()
                        .map(SAMPLE::matcher)
                        .filter(sample -> sample.matches() && isUsed(sample))
                        .forEach(sample -> samples.put(
                                sample.group(1) + target + exported(sample.group(2)) + "}", sample.group(3)));
            }
        }
        return samples;
    }

    /** A suspended process would never answer. */
    private static boolean isSuspended(JavaService service) {
        String state = Platform.output("ps", "-o", "stat=", "-p", Long.toString(service.pid()));
        return state.startsWith("T");
    }

    /** Promtool takes long to read the other buckets of all routes. */
    private static boolean isUsed(Matcher sample) {
        boolean isOfNoRule = sample.group(1).equals("http_server_requests_seconds_bucket")
                && !sample.group(2).contains("le=\"0.5\"");
        return RULES.contains(sample.group(1)) && !isOfNoRule;
    }

    /** Prometheus renames labels that the target has, too. */
    private static String exported(String labels) {
        return labels.isEmpty() ? "" : "," + labels.replaceAll("(^|,)service=", "$1exported_service=");
    }

    /** Whether the alert fires at the last of these scrapes. */
    private boolean fires(String alert, List<Map<String, String>> scrapes) throws IOException, InterruptedException {
        List<Map<String, String>> series = scrapes.stream()
                .flatMap(scrape -> scrape.keySet().stream())
                .distinct()
                .map(name -> Map.of("series", name, "values", values(name, scrapes)))
                .toList();
        String interval = INTERVAL + "s";
        Map<String, Object> evaluation =
                Map.of("eval_time", (scrapes.size() - 1) * INTERVAL + "s", "alertname", alert, "exp_alerts", List.of());
        Map<String, Object> test =
                Map.of("interval", interval, "input_series", series, "alert_rule_test", List.of(evaluation));
        Map<String, Object> tests =
                Map.of("rule_files", List.of(FILE.toString()), "evaluation_interval", interval, "tests", List.of(test));
        String yaml = JsonMapper.shared().writeValueAsString(tests); // JSON is YAML, too
        Path file = Files.writeString(folder.resolve("scrapes.yml"), yaml);
        Process promtool = new ProcessBuilder("promtool", "test", "rules", file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean fires = said.contains("alertname=\"" + alert + "\""); // which was not expected
        assertThat(promtool.waitFor()).as(said).isEqualTo(fires ? 1 : 0);
        return fires;
    }

    private static String values(String series, List<Map<String, String>> scrapes) {
        return scrapes.stream()
                .map(scrape -> scrape.getOrDefault(series, "stale"))
                .collect(joining(" "));
    }

    /** Repairs what a failed scenario left broken, so that the next one starts on a whole system. */
    @BeforeEach
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

    /** Changes rows of MySQL, past the services. */
    static void update(RunningSystem system, String statement, Object... parameters) {
        system.records.sql().sql(statement).params(parameters).update();
    }
}
