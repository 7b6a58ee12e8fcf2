package io.flashsale.commons.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls a service in this JVM over HTTP. */
public abstract class CallsOverHttp {

    @LocalServerPort
    protected int port;

    @Autowired
    protected JsonMapper json;

    private final HttpClient http = HttpClient.newHttpClient();

    protected record Answer(int status, JsonNode body, HttpResponse<String> raw) {
        public String problem() {
            return text("type").replace("/problems/", "");
        }

        public String text(String field) {
            return body.path(field).asString();
        }

        public long number(String field) {
            return body.path(field).asLong();
        }
    }

    /** @param headers names and values alternating */
    protected Answer call(String method, String path, String token, @Nullable String body, String... headers) {
        return callAt(port, method, path, token, body, headers);
    }

    protected Answer callAt(
            int port, String method, String path, String token, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofMinutes(10)) // only ends a hanging test
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            String type = answer.headers().firstValue("Content-Type").orElse("");
            boolean isJson = type.contains("json")
                    && !type.contains("ndjson")
                    && !answer.body().isEmpty();
            return new Answer(
                    answer.statusCode(), isJson ? json.readTree(answer.body()) : json.createObjectNode(), answer);
        } catch (Exception fault) {
            throw new AssertionError(method + " " + path + " was not answered", fault);
        }
    }
}
