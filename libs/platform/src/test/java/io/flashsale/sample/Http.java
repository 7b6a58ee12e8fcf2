package io.flashsale.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;

/** A few words of HTTP for tests. */
record Http(int port) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    HttpResponse<String> get(String path, @Nullable String token, String... headers) {
        return send(request(path, token, headers).GET().build());
    }

    HttpResponse<String> post(String path, @Nullable String token, String body, String... headers) {
        return send(request(path, token, headers)
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private HttpRequest.Builder request(String path, @Nullable String token, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static HttpResponse<String> send(HttpRequest request) {
        try {
            return CLIENT.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
