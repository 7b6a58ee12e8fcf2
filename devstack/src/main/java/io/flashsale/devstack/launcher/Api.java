package io.flashsale.devstack.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The gateway's HTTP interface, as a browser uses it. */
final class Api {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final String base;

    Api(String base) {
        this.base = base;
    }

    /** The user's token. */
    String login(String username, String password) {
        return post("/api/login", Map.of("username", username, "password", password), null)
                .require(200)
                .body()
                .path("token")
                .asString();
    }

    Answer get(String path, @Nullable String token) {
        return send("GET", path, null, token);
    }

    Answer post(String path, @Nullable Object body, @Nullable String token) {
        return send("POST", path, body, token);
    }

    /** The data lines of a stream of server-sent events, as they come; to be closed. */
    Stream<String> events(String path, String token) {
        HttpRequest request = request(path, token)
                .header("Accept", "text/event-stream")
                .timeout(Duration.ofSeconds(10))
                .GET()
                .build();
        try {
            HttpResponse<Stream<String>> response = http.send(request, HttpResponse.BodyHandlers.ofLines());
            if (response.statusCode() != 200) {
                try (Stream<String> lines = response.body()) {
                    throw new DemoFailedException("GET " + path + " answered " + response.statusCode() + ": "
                            + String.join(" ", lines.toList()));
                }
            }
            return response.body()
                    .filter(line -> line.startsWith("data:"))
                    .map(line -> line.substring("data:".length()).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailedException("Interrupted at GET " + path, e);
        }
    }

    static JsonNode parse(String text) {
        try {
            return text.isBlank() ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (JacksonException notJson) {
            return MissingNode.getInstance();
        }
    }

    static String pretty(JsonNode json) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }

    private Answer send(String method, String path, @Nullable Object body, @Nullable String token) {
        HttpRequest.Builder request = request(path, token).timeout(Duration.ofSeconds(15));
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(method + " " + path, response.statusCode(), response.body(), parse(response.body()));
        } catch (IOException e) {
            throw new DemoFailedException(method + " " + path + " got no answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailedException("Interrupted at " + method + " " + path, e);
        }
    }

    private HttpRequest.Builder request(String path, @Nullable String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    /** What a call answered; the body is a missing node where it is not JSON. */
    record Answer(String call, int status, String text, JsonNode body) {

        /** This answer if it has one of the statuses; a failure that shows it otherwise. */
        Answer require(int... statuses) {
            for (int expected : statuses) {
                if (status == expected) {
                    return this;
                }
            }
            throw new DemoFailedException(call + " answered " + status + ": " + text);
        }

        /** The name of the problem, such as {@code sold-out}; empty if the answer is none. */
        String problem() {
            String type = body.path("type").asString("");
            return type.substring(type.lastIndexOf('/') + 1);
        }
    }
}
