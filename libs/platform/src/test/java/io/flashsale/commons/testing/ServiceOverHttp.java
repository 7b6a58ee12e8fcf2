package io.flashsale.commons.testing;

import io.flashsale.commons.security.Tokens;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service in this JVM that tests call over HTTP, with tokens signed here. */
@Import(TestTokens.class)
public abstract class ServiceOverHttp {

    @LocalServerPort
    private int port;

    @Autowired
    protected JsonMapper json;

    private final HttpClient http = HttpClient.newHttpClient();

    protected record Answer(int status, JsonNode body, HttpResponse<String> raw) {
        public String problem() {
            return body.path("type").asString().replace("/problems/", "");
        }
    }

    /** @param headers names and values alternating */
    protected Answer call(String method, String path, String token, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        try {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(
                    answer.statusCode(),
                    isJson(answer) ? json.readTree(answer.body()) : json.createObjectNode(),
                    answer);
        } catch (Exception fault) {
            throw new AssertionError(method + " " + path + " was not answered", fault);
        }
    }

    private static boolean isJson(HttpResponse<String> answer) {
        return !answer.body().isEmpty()
                && answer.headers().firstValue("Content-Type").orElse("").contains("json");
    }

    protected Answer get(String path) {
        return call("GET", path, "", "");
    }

    protected static String shopper(long user) {
        return TestTokens.token(user, Tokens.SHOPPER);
    }

    /** @param since when the account was opened */
    protected static String shopper(long user, Instant since) {
        return TestTokens.token(user, Tokens.SHOPPER, since);
    }

    protected static String admin() {
        return TestTokens.token(1, Tokens.ADMIN);
    }

    protected static String service() {
        return TestTokens.token(0, Tokens.SERVICE);
    }

    protected static String gateway() {
        return TestTokens.token(0, Tokens.GATEWAY);
    }
}
