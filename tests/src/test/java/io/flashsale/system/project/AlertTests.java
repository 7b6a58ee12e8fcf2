package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.devstack.process.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks that each alert of deploy/prometheus has a page, a test and existing meters.
 *
 * <p>Where promtool is installed, it also checks that each alert fires and falls silent.
 */
@Tag("long")
class AlertTests {

    private static final Path FOLDER = ROOT.resolve("deploy/prometheus");

    private final JsonNode rules = yaml(FOLDER.resolve("alerts.yml"));

    private static JsonNode yaml(Path file) {
        return new JsonMapper().valueToTree(new Yaml().load(read(file)));
    }

    private List<JsonNode> allRules() {
        List<JsonNode> all = new ArrayList<>();
        rules.path("groups").forEach(group -> group.path("rules").forEach(all::add));
        return all;
    }

    private List<JsonNode> alerts() {
        return allRules().stream().filter(rule -> rule.has("alert")).toList();
    }

    @Test
    void leadToAPageInBothLanguages() {
        assertThat(alerts()).isNotEmpty().allSatisfy(alert -> {
            String name = alert.path("alert").asString();
            String[] page =
                    alert.path("annotations").path("runbook_url").asString("").split("#");
            assertThat(page).as(name).hasSize(2);
            assertThat(sectionsOf(page[0])).as(name).contains(page[1]);
            assertThat(sectionsOf(page[0].replace(".md", ".zh-CN.md"))).as(name).contains(page[1]);
        });
    }

    private static Set<String> sectionsOf(String page) {
        return MarkdownDocument.of(page).anchors();
    }

    /** Also, every inhibition rule of Alertmanager names an alert that exists. */
    @Test
    void leadEachToAReceiverByItsSeverity() {
        JsonNode manager = yaml(ROOT.resolve("deploy/alertmanager/alertmanager.yml"));
        Set<String> receivers = manager.path("receivers")
                .valueStream()
                .map(receiver -> receiver.path("name").asString())
                .collect(toSet());
        assertThat(alerts().stream()
                        .map(alert -> alert.path("labels").path("severity").asString()))
                .allSatisfy(severity -> assertThat(receivers).contains(severity));
        assertThat(manager.path("route").path("receiver").asString()).isIn(receivers);
        assertThat(manager.path("route").path("routes").valueStream())
                .allSatisfy(route -> assertThat(route.path("matchers").path(0).asString())
                        .isEqualTo("severity=\"" + route.path("receiver").asString() + "\""));
        Set<String> names =
                alerts().stream().map(alert -> alert.path("alert").asString()).collect(toSet());
        assertThat(ComposeTests.all(
                                "alertname=\\W*(\\w+)",
                                manager.path("inhibit_rules").toString())
                        .map(name -> name.group(1)))
                .isNotEmpty()
                .isSubsetOf(names);
    }

    @Test
    void askOnlyForMetersThatTheServicesHave() throws IOException {
        Set<String> known = metersOfTheServices();
        Set<String> recorded = allRules().stream()
                .filter(rule -> rule.has("record"))
                .map(rule -> rule.path("record").asString())
                .collect(toSet());
        assertThat(metersInAlerts())
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(recorded.contains(meter) || isKnown(meter, known))
                        .as(meter)
                        .isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"flashsale_outbox_age_second", "flashsale_reservations_bucket_total", "http_requests_total"})
    void wouldNoticeAMeterThatNoServiceHas(String meter) throws IOException {
        assertThat(isKnown(meter, metersOfTheServices())).isFalse();
    }

    /** The meters in all alerts; {@code MetersIT} checks with a scrape that they exist. */
    static Set<String> metersInAlerts() {
        return new AlertTests()
                .allRules().stream()
                        .flatMap(rule -> metersIn(rule.path("expr").asString()).stream())
                        .collect(toSet());
    }

    /** The names in a PromQL expression, without functions, keywords and labels. */
    static Set<String> metersIn(String expression) {
        String plain = expression
                .replaceAll("\\{[^}]*}|\\[[^\\]]*]", " ")
                .replaceAll("\\b(by|without|on|ignoring|group_left|group_right) *\\([^)]*\\)", " ");
        return ComposeTests.all("(?<![\\w:.])([a-zA-Z_][\\w:]*)\\b(?! *\\()", plain)
                .map(name -> name.group(1))
                .filter(name -> !Set.of("and", "or", "unless", "bool", "offset").contains(name))
                .collect(toSet());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sum by (le) (rate(a_bucket{x="y"}[5m])) > 10 | a_bucket
            max(a:b) > 14.4 * 0.001                      | a:b
            up{job="c"} == 0 unless on () sum(d) > 1e3   | d,up
            histogram_quantile(0.9, e) or vector(0)      | e
            """)
    void readNamesOutOfExpressions(String expression, String meters) {
        assertThat(metersIn(expression)).containsExactlyInAnyOrder(meters.split(","));
    }

    static Set<String> metersOfTheServices() throws IOException {
        Set<String> meters = new TreeSet<>();
        for (String module : ComposeTests.SERVICES_AND_WHAT_THEY_SHARE) {
            ComposeTests.eachSource(module, (file, source) -> meters.addAll(ComposeTests.metersIn(source)));
        }
        return meters;
    }

    /** Whether a meter is one of ours, under its Prometheus name, or a known one of a library. */
    static boolean isKnown(String meter, Set<String> ours) {
        if (!meter.startsWith("flashsale_")) {
            return meter.matches(
                    "up|http_server_requests_seconds_(count|sum)|(jvm|process|hikaricp|tomcat|system)_\\w+");
        }
        return ours.contains(meter)
                || ours.contains(meter.replaceAll("_total$|(_seconds)?_(bucket|count|sum|max)$", ""));
    }

    @Test
    void haveEachATestInWhichTheyFireAndFallSilent() {
        for (JsonNode alert : alerts()) {
            String name = alert.path("alert").asString();
            List<Boolean> fires = evaluationsOf(name);
            assertThat(fires).as("tests of %s", name).contains(true);
            assertThat(fires.getFirst()).as("%s, before", name).isFalse();
            assertThat(fires.getLast()).as("%s, afterwards", name).isFalse();
        }
    }

    private static List<Boolean> evaluationsOf(String alert) {
        List<Boolean> fires = new ArrayList<>();
        for (Path file : tests()) {
            yaml(file)
                    .path("tests")
                    .forEach(test -> test.path("alert_rule_test").forEach(evaluation -> {
                        if (evaluation.path("alertname").asString().equals(alert)) {
                            fires.add(!evaluation.path("exp_alerts").isEmpty());
                        }
                    }));
        }
        return fires;
    }

    private static List<Path> tests() {
        try (Stream<Path> files = Files.list(FOLDER.resolve("tests"))) {
            return files.sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void fireAndFallSilentAsPromtoolSees() throws IOException, InterruptedException {
        boolean installed = !Platform.output("promtool", "--version").isEmpty();
        if (System.getenv("CI") == null) {
            assumeTrue(installed, "promtool is not installed: apt-get install prometheus");
        }
        assertThat(installed).as("promtool is installed, where CI is set").isTrue();
        promtool("check", "config", FOLDER.resolve("prometheus.yml").toString());
        List<String> arguments = new ArrayList<>(List.of("test", "rules"));
        tests().forEach(test -> arguments.add(test.toString()));
        promtool(arguments.toArray(String[]::new));
    }

    private static void promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process promtool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(said).isZero();
    }
}
