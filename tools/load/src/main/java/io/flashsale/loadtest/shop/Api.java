package io.flashsale.loadtest.shop;

import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** HTTP and JSON through the gateway. Every call gets an answer or fails with {@link CannotMeasureException}. */
public final class Api {

    static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI host;

    public Api(URI host) {
        this.host = host;
    }

    /** The answer to a call; the body is a missing node if it is not JSON. */
    public record Answer(String call, int status, String text, JsonNode body, HttpResponse<String> raw) {

        /** The name of the problem, such as {@code sold-out}; empty if the answer is no problem. */
        public String problem() {
            String type = body.path("type").asString("");
            return type.substring(type.lastIndexOf('/') + 1);
        }

        public Answer require(int expected) {
            if (status != expected) {
                throw new CannotMeasureException("%s answered %d instead of %d: %s"
                        .formatted(call, status, expected, text.strip().replaceAll("\\s+", " ")));
            }
            return this;
        }
    }

    public Answer get(String path, @Nullable String token) {
        return send("GET", path, token, null, Duration.ofSeconds(20));
    }

    public Answer post(String path, @Nullable String token, @Nullable Object body) {
        return send("POST", path, token, body, Duration.ofSeconds(20));
    }

    /** Whether a server accepts connections there. */
    public boolean listens() {
        try {
            HttpRequest request = HttpRequest.newBuilder(host.resolve("/api/sales"))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            http.send(request, HttpResponse.BodyHandlers.discarding());
            return true;
        } catch (ConnectException e) {
            return false;
        } catch (IOException e) {
            return true;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    public Answer send(String method, String path, @Nullable String token, @Nullable Object body, Duration timeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(host.resolve(path)).timeout(timeout);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
        }
        String call = method + " " + host + path.replaceAll("\\?.*", "");
        try {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(call, answer.statusCode(), answer.body(), parse(answer.body()), answer);
        } catch (IOException e) {
            throw new CannotMeasureException(
                    call + " was not answered (" + e + "): look whether the system still runs.", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    static JsonNode parse(String text) {
        try {
            return text.isBlank() ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (JacksonException notJson) {
            return MissingNode.getInstance();
        }
    }

    private static CannotMeasureException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new CannotMeasureException("Interrupted.", e);
    }
}
