package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.system.JavaService;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.ServiceMeters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The meters in alerts and dashboards exist in scrapes of the running services. */
@Tag("long")
class MetersIT {

    /** Counters that appear only with their first event, because their tags are unknown before. */
    private static final Set<String> COME_WITH_THE_FIRST_CASE = Set.of("""
            flashsale_orders_closed_total flashsale_payments_total flashsale_refunds_attempts_total
            flashsale_coupons_issued_total flashsale_coupons_rejected_total flashsale_coupons_reservations_total
            flashsale_coupons_double_use_total flashsale_gateway_admission_group_size_count
            flashsale_gateway_admission_group_size_sum""".split("\\s+"));

    @Test
    void thatAlertsAskForAreThereFromTheStart() {
        Set<String> meters =
                metersIn(ComposeTests.yaml("deploy/prometheus/alerts.yml").findValuesAsString("expr").stream());
        meters.removeIf(meter -> meter.contains(":") || meter.equals("up"));
        requireToBeScraped(meters);
    }

    @Test
    void thatDashboardsShowAreThereOrComeWithTheFirstCase() throws Exception {
        Set<String> meters = new HashSet<>();
        try (Stream<Path> dashboards = Files.list(ROOT.resolve("deploy/grafana/dashboards"))) {
            dashboards.forEach(dashboard -> meters.addAll(
                    metersIn(JsonMapper.shared().readTree(read(dashboard)).findValuesAsString("expr").stream())));
        }
        meters.removeAll(COME_WITH_THE_FIRST_CASE);
        meters.removeAll(Set.of("up", "ALERTS")); // of Prometheus itself
        requireToBeScraped(meters);
    }

    /** Background work makes some of them, a moment after the start of its service. */
    private static void requireToBeScraped(Set<String> meters) {
        RunningSystem system = RunningSystem.get();
        await().untilAsserted(() -> assertThat(meters).isNotEmpty().isSubsetOf(scraped(system)));
    }

    /** ReadmeTests compares that page with the sources. */
    @Test
    void thatComeWithTheFirstCaseAreOnThePageOfAllMeters() {
        String page = read(ROOT.resolve("docs/metrics.md"));
        assertThat(COME_WITH_THE_FIRST_CASE)
                .allMatch(meter -> page.contains("`" + meter.replaceAll("_(total|count|sum)$", "") + "`"));
    }

    /** The names in PromQL expressions, without functions, keywords and labels. */
    private static Set<String> metersIn(Stream<String> expressions) {
        return expressions
                .map(expression -> expression
                        .replaceAll("\\{[^}]*}|\\[[^\\]]*]", " ")
                        .replaceAll("\\b(by|without|on|ignoring|group_left|group_right) *\\([^)]*\\)", " "))
                .flatMap(plain -> all("(?<![\\w:.])([a-zA-Z_][\\w:]*)\\b(?! *\\()", plain))
                .map(name -> name.group(1))
                .filter(name -> !Set.of("and", "or", "unless", "bool", "offset").contains(name))
                .collect(toSet());
    }

    private static Set<String> scraped(RunningSystem system) throws Exception {
        system.shop.get("/api/sales", system.shop.admin()); // so that the counters of answers exist
        Set<String> names = new HashSet<>();
        for (JavaService service : system.services.services()) {
            if (service.isRunning()) { // otherwise an earlier test has stopped it
                names.addAll(all("(?m)^([a-zA-Z_:][\\w:]*)", ServiceMeters.scrape(service))
                        .map(sample -> sample.group(1))
                        .collect(toSet()));
            }
        }
        return names;
    }
}
