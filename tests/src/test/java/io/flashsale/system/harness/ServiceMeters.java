package io.flashsale.system.harness;

import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.system.JavaService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.Predicate;

/** Reads the meters of a service by a scrape. */
public final class ServiceMeters {

    private ServiceMeters() {}

    public static void awaitPositive(JavaService service, String meter) {
        await(meter + " of " + service.name() + " is positive")
                .until(() -> sum(service, sample -> sample.matches(meter + "[{ ].*")) > 0);
    }

    /**
     * The sum of some samples.
     *
     * @param samples selects samples by their lines
     */
    public static double sum(JavaService service, Predicate<String> samples) throws IOException, InterruptedException {
        return scrape(service)
                .lines()
                .filter(samples)
                .mapToDouble(sample -> Double.parseDouble(sample.substring(sample.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** The whole scrape, one line per sample. */
    public static String scrape(JavaService service) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service.managementUrl() + "/actuator/prometheus"))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request, BodyHandlers.ofString()).body();
        }
    }
}
