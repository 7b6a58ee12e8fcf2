package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboards of deploy/grafana show meters that exist. This build cannot run Grafana itself. */
class DashboardTests {

    private static final JsonMapper JSON = new JsonMapper();

    static Stream<Path> dashboards() {
        try (Stream<Path> files = Files.list(ROOT.resolve("deploy/grafana/dashboards"))) {
            return files.sorted().toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<JsonNode> panels(Path dashboard) {
        return JSON.readTree(read(dashboard)).path("panels").valueStream();
    }

    private static Stream<String> expressions(Path dashboard) {
        return panels(dashboard)
                .flatMap(panel -> panel.path("targets").valueStream())
                .map(target -> target.path("expr").asString());
    }

    /** The meters on all dashboards; {@code MetersIT} checks with a scrape that they exist. */
    static Set<String> metersOnDashboards() {
        return dashboards()
                .flatMap(DashboardTests::expressions)
                .flatMap(expression -> AlertTests.metersIn(expression).stream())
                .collect(toSet());
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void showOnlyMetersThatTheServicesHave(Path dashboard) throws IOException {
        Set<String> known = AlertTests.metersOfTheServices();
        assertThat(expressions(dashboard)
                        .flatMap(expression -> AlertTests.metersIn(expression).stream())
                        .distinct())
                .isNotEmpty()
                .allSatisfy(meter ->
                        assertThat(AlertTests.isKnown(meter, known)).as(meter).isTrue());
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void haveAPlaceForEachPanelAndTheSourceThatIsProvisioned(Path dashboard) {
        JsonNode provisioned = JSON.valueToTree(
                new Yaml().load(read(ROOT.resolve("deploy/grafana/provisioning/datasources/prometheus.yml"))));
        String source = provisioned.path("datasources").path(0).path("uid").asString();
        List<JsonNode> panels = panels(dashboard).toList();
        assertThat(panels.stream().map(panel -> panel.path("id").asInt())).doesNotHaveDuplicates();
        assertThat(panels.stream().map(panel -> panel.path("gridPos"))).doesNotHaveDuplicates();
        assertThat(panels)
                .filteredOn(panel -> !panel.path("type").asString().equals("row"))
                .allSatisfy(panel -> {
                    assertThat(panel.path("datasource").path("uid").asString()).isEqualTo(source);
                    assertThat(panel.path("gridPos").path("x").asInt()
                                    + panel.path("gridPos").path("w").asInt())
                            .isLessThanOrEqualTo(24);
                });
    }

    /** Each of our meters is on a dashboard or in an alert; an unused meter can be removed. */
    @Test
    void showOrAlertOnEveryMeterOfOurOwn() throws IOException {
        Set<String> seen = Stream.concat(metersOnDashboards().stream(), AlertTests.metersInAlerts().stream())
                .collect(toSet());
        Set<String> ours = ComposeTests.all(
                        "`(flashsale(?:_[a-z]+)+)`",
                        MarkdownDocument.of("docs/metrics.md").text())
                .map(name -> name.group(1))
                .collect(toSet());
        assertThat(ours)
                .hasSizeGreaterThan(40)
                .allSatisfy(meter -> assertThat(seen)
                        .as(meter)
                        .anyMatch(name -> name.matches(meter + "(_total|(_seconds)?_(bucket|count|sum|max))?")));
    }
}
