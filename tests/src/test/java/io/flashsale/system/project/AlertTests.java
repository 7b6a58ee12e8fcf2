package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Checks that each alert of deploy/prometheus has a page, a receiver and a test; MetersIT checks its meters.
 *
 * <p>Where promtool is installed, it also checks that each alert fires and falls silent.
 */
@Tag("long")
public class AlertTests {

    private static final String FOLDER = "deploy/prometheus/";

    /** What links begin with: Prometheus replaces it with an address of the folder docs. */
    private static final String DOCS = "{{ $externalLabels.docs }}/";

    private static List<JsonNode> alerts() {
        return ComposeTests.yaml(FOLDER + "alerts.yml")
                .path("groups")
                .valueStream()
                .flatMap(group -> group.path("rules").valueStream())
                .filter(rule -> rule.has("alert"))
                .toList();
    }

    @Test
    void leadToAPageInBothLanguages() {
        assertThat(alerts()).isNotEmpty().allSatisfy(alert -> {
            String name = alert.path("alert").asString();
            String link = alert.path("annotations").path("runbook_url").asString("");
            assertThat(link).as(name).startsWith(DOCS);
            String[] page = link.replace(DOCS, "docs/").split("#");
            assertThat(page).as(name).hasSize(2);
            assertThat(MarkdownDocument.of(page[0]).anchors()).as(name).contains(page[1]);
            assertThat(MarkdownDocument.of(page[0].replace(".md", ".zh-CN.md")).anchors())
                    .as(name)
                    .contains(page[1]);
        });
        assertThat(ComposeTests.yaml(FOLDER + "prometheus.yml")
                        .at("/global/external_labels/docs")
                        .asString())
                .matches("https://.+/docs");
    }

    /** Also, every inhibition rule of Alertmanager names an alert that exists. */
    @Test
    void leadEachToAReceiverByItsSeverity() {
        JsonNode manager = ComposeTests.yaml("deploy/alertmanager/alertmanager.yml");
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
    void haveEachATestInWhichTheyFireAndFallSilent() {
        for (JsonNode alert : alerts()) {
            String name = alert.path("alert").asString();
            List<Boolean> fires = evaluationsOf(name);
            assertThat(fires).as("tests of %s", name).contains(true);
            if (!name.equals("Watchdog")) { // it always fires
                assertThat(fires.getFirst()).as("%s, before", name).isFalse();
                assertThat(fires.getLast()).as("%s, afterwards", name).isFalse();
            }
        }
    }

    private static List<Boolean> evaluationsOf(String alert) {
        return tests().stream()
                .flatMap(
                        file -> ComposeTests.yaml(file.toString()).path("tests").valueStream())
                .flatMap(test -> test.path("alert_rule_test").valueStream())
                .filter(evaluation -> evaluation.path("alertname").asString().equals(alert))
                .map(evaluation -> !evaluation.path("exp_alerts").isEmpty())
                .toList();
    }

    private static List<Path> tests() {
        try (Stream<Path> files = Files.list(ROOT.resolve(FOLDER + "tests"))) {
            return files.sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void fireAndFallSilentAsPromtoolSees() throws IOException, InterruptedException {
        requirePromtool();
        promtool("check config", Stream.of(ROOT.resolve(FOLDER + "prometheus.yml")));
        promtool("test rules", tests().stream());
    }

    /** Skips the test if promtool is not installed; where CI is set, the test fails. */
    public static void requirePromtool() {
        boolean installed = !Platform.output("promtool", "--version").isEmpty();
        if (System.getenv("CI") == null) {
            assumeTrue(installed, "promtool is not installed: apt-get install prometheus");
        }
        assertThat(installed).as("promtool is installed, where CI is set").isTrue();
    }

    private static void promtool(String does, Stream<Path> files) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(("promtool " + does).split(" ")));
        files.forEach(file -> command.add(file.toString()));
        Process promtool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(said).isZero();
    }
}
