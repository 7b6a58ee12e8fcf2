package io.flashsale.system.alert;

import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.system.JavaService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What a service has measured, as a scrape reads it. */
final class Meters {

    private static final Duration SOON = Duration.ofSeconds(60);

    private Meters() {}

    static void awaitPositive(JavaService service, String meter) {
        await(meter + " of " + service.name() + " is positive").atMost(SOON).until(() -> sum(service, meter) > 0);
    }

    private static double sum(JavaService service, String meter) throws IOException, InterruptedException {
        HttpRequest scrape = HttpRequest.newBuilder(URI.create(service.managementUrl() + "/actuator/prometheus"))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(scrape, BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.matches(meter + "[{ ].*"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }
}
