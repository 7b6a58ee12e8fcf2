package io.flashsale.system.project;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.JavaService;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.ServiceMeters;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The meters in alerts and dashboards exist in scrapes of the running services. */
class MetersIT {

    @Test
    void thatAlertsAskForAreThereFromTheStart() throws Exception {
        assertThat(scraped())
                .containsAll(AlertTests.metersInAlerts().stream()
                        .filter(meter -> !meter.contains(":") && !meter.equals("up"))
                        .toList());
    }

    @Test
    void thatDashboardsShowAreThereOrComeWithTheFirstCase() throws Exception {
        Set<String> scraped = scraped();
        assertThat(DashboardTests.metersOnDashboards())
                .allSatisfy(meter -> assertThat(
                                scraped.contains(meter) || meter.equals("up") || comesWithTheFirstCase(meter))
                        .as(meter)
                        .isTrue());
    }

    /** Whether a counter appears only with its first event, because its tags are unknown before. */
    private static boolean comesWithTheFirstCase(String meter) {
        return Set.of(
                        "flashsale_orders_closed_total",
                        "flashsale_payments_total",
                        "flashsale_refunds_attempts_total",
                        "flashsale_coupons_issued_total",
                        "flashsale_coupons_rejected_total",
                        "flashsale_coupons_reservations_total",
                        "flashsale_coupons_double_use_total",
                        "flashsale_gateway_admission_group_size_count",
                        "flashsale_gateway_admission_group_size_sum")
                .contains(meter);
    }

    private static Set<String> scraped() throws Exception {
        Set<String> names = new HashSet<>();
        RunningSystem system = RunningSystem.get();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest anything = HttpRequest.newBuilder(URI.create(system.services.gatewayUrl() + "/api/sales"))
                    .build();
            http.send(anything, BodyHandlers.discarding()); // so that the counters of answers exist
            for (JavaService service : system.services.services()) {
                if (!service.isRunning()) {
                    continue; // an earlier test has stopped it
                }
                names.addAll(ComposeTests.all("(?m)^([a-zA-Z_:][\\w:]*)", ServiceMeters.scrape(service))
                        .map(sample -> sample.group(1))
                        .collect(toSet()));
            }
        }
        return names;
    }
}
