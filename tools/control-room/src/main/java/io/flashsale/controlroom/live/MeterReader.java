package io.flashsale.controlroom.live;

import io.flashsale.controlroom.ShopAddresses;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reads the meters of other services from their management ports, within a second, and sums up all instances. If an
 * instance does not answer, its last values still count, so that the sum does not fall.
 */
@Component
class MeterReader {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final ShopAddresses services;
    private final HttpClient http;

    /** Keyed by the whole address, including the requested names. */
    private final Map<URI, String> lastPages = new ConcurrentHashMap<>();

    MeterReader(ShopAddresses services, HttpClient http) {
        this.services = services;
        this.http = http;
    }

    /** Null if no instance of stock-service shows its meters. */
    @Nullable
    ScrapedMeters ofStock() throws InterruptedException {
        return read(services.stockManagementUrl(), AnswerCounts.STOCK_METERS);
    }

    /** Null if no gateway shows its meters. */
    @Nullable
    ScrapedMeters ofGateway() throws InterruptedException {
        return read(services.gatewayManagementUrl(), AnswerCounts.GATEWAY_METERS);
    }

    private @Nullable ScrapedMeters read(List<URI> instances, Set<String> names) throws InterruptedException {
        String query =
                names.stream().map(name -> "includedNames=" + family(name)).collect(Collectors.joining("&", "?", ""));
        Map<URI, CompletableFuture<HttpResponse<String>>> asked = new LinkedHashMap<>();
        instances.forEach(instance -> {
            URI page = instance.resolve("/actuator/prometheus" + query);
            asked.put(page, http.sendAsync(request(page), BodyHandlers.ofString()));
        });
        boolean oneAnswers = false;
        for (Map.Entry<URI, CompletableFuture<HttpResponse<String>>> each : asked.entrySet()) {
            String page = page(each.getValue());
            if (page != null) {
                oneAnswers = true;
                lastPages.put(each.getKey(), page);
            }
        }
        return oneAnswers ? ScrapedMeters.parse(lastKnown(asked.keySet()), names) : null;
    }

    private static HttpRequest request(URI page) {
        return HttpRequest.newBuilder(page)
                .header("Accept", "text/plain;version=0.0.4")
                .timeout(TIMEOUT)
                .build();
    }

    private static @Nullable String page(CompletableFuture<HttpResponse<String>> asked) throws InterruptedException {
        try {
            HttpResponse<String> answer = asked.get();
            return answer.statusCode() == 200 ? answer.body() : null;
        } catch (ExecutionException unreachable) {
            return null;
        }
    }

    private String lastKnown(Set<URI> pages) {
        return pages.stream().map(page -> lastPages.getOrDefault(page, "")).collect(Collectors.joining("\n"));
    }

    /** The name by which the endpoint knows a counter: without the suffix of its samples. */
    private static String family(String name) {
        return name.replaceFirst("_total$", "");
    }
}
