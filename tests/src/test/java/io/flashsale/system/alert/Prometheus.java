package io.flashsale.system.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the state of alerts from a Prometheus server. */
final class Prometheus implements AutoCloseable {

    static final String FIRING = "firing";

    /** The alert is neither pending nor firing. */
    static final String SILENT = "inactive";

    private final JsonMapper json = new JsonMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;

    /** @param url without a slash at the end */
    Prometheus(String url) {
        this.url = url;
    }

    /** The state of an alert: {@link #SILENT}, {@code pending} or {@link #FIRING}. */
    String stateOf(String alert) throws IOException, InterruptedException {
        List<String> states = ask("alerts")
                .path("alerts")
                .valueStream()
                .filter(one -> one.at("/labels/alertname").asString().equals(alert))
                .map(one -> one.path("state").asString())
                .toList();
        return states.contains(FIRING) ? FIRING : states.isEmpty() ? SILENT : "pending";
    }

    /**
     * The result of each alert's latest evaluation: {@code ok}, {@code err}, or {@code unknown} before the
     * first one.
     */
    Map<String, String> evaluations() throws IOException, InterruptedException {
        Map<String, String> evaluations = new HashMap<>();
        ask("rules?type=alert")
                .path("groups")
                .forEach(group -> group.path("rules")
                        .forEach(rule -> evaluations.put(
                                rule.path("name").asString(),
                                rule.path("health").asString())));
        return evaluations;
    }

    /** Whether Prometheus can scrape each target now: {@code up} or another state. */
    List<String> targets() throws IOException, InterruptedException {
        return ask("targets?state=active")
                .path("activeTargets")
                .valueStream()
                .map(target -> target.path("health").asString())
                .toList();
    }

    private JsonNode ask(String what) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(url + "/api/v1/" + what)).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json.readTree(answer.body()).path("data");
    }

    @Override
    public void close() {
        http.close();
    }
}
