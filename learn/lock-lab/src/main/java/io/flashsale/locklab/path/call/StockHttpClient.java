package io.flashsale.locklab.path.call;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.trace.Trace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** The caller's side: calls the server that the registry names, which is a key on the lock server. */
final class StockHttpClient {

    private static final String KEY = "stock-server";

    private final HttpClient http = HttpClient.newHttpClient();
    private final Redis registry;
    private final Duration timeout;

    /** @param timeout for each response */
    StockHttpClient(Redis registry, Duration timeout) {
        this.registry = registry;
        this.timeout = timeout;
    }

    static void announce(Redis registry, String address) {
        registry.call("SET", KEY, address);
    }

    /** @throws IOException if no response arrives in time: the call took effect, may yet do so, or never will */
    Outcome deduct(String item, int units, String operation) throws IOException, InterruptedException {
        String query = operation.isEmpty() ? "" : "?" + operation;
        HttpResponse<String> answer = send("POST", "/deduct/" + item + "/" + units + query);
        return Outcome.valueOf(answer.body());
    }

    /** Looks up the outcome of an operation; empty if the server does not know it. */
    Optional<Outcome> outcomeOf(String operation) throws IOException, InterruptedException {
        HttpResponse<String> answer = send("GET", "/outcome/" + operation);
        return answer.statusCode() == 200 ? Optional.of(Outcome.valueOf(answer.body())) : Optional.empty();
    }

    private HttpResponse<String> told(String text, HttpRequest request) throws IOException, InterruptedException {
        try {
            return Trace.<HttpResponse<String>, Exception>call(
                    StockHttpServer.THREAD,
                    () -> text,
                    answer -> answer.statusCode() + " " + answer.body(),
                    () -> http.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(registry.call("GET", KEY).text() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(timeout)
                .build();
        HttpResponse<String> answer = told(method + " " + path, request);
        if (answer.statusCode() >= 500) {
            throw new IOException("the server answered " + answer.statusCode());
        }
        return answer;
    }
}
