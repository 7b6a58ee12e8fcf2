package io.flashsale.commons.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A client of the server on this port. The JVM arguments of tests let it set the headers Connection, Host and Expect. */
public record OutsideClient(int port) {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    public HttpResponse<String> get(String path, @Nullable String token, String... headers) {
        return send("GET", path, token, BodyPublishers.noBody(), headers);
    }

    public HttpResponse<String> post(String path, @Nullable String token, String body, String... headers) {
        return send("POST", path, token, BodyPublishers.ofString(body), headers);
    }

    public HttpResponse<String> send(
            String method, String path, @Nullable String token, BodyPublisher body, String... headers) {
        try {
            return HTTP.send(request(method, path, token, body, headers), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public HttpRequest request(
            String method, String path, @Nullable String token, BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, body);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }

    /** A connection over which exactly these bytes have been sent. */
    public Socket connected(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(120_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** Sends exactly these bytes, and returns all that arrives until the server closes the connection. */
    public String raw(String request) {
        try (Socket socket = connected(request)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void assertStatus(HttpResponse<?> answer, int status) {
        assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(status);
    }

    public static void assertProblem(HttpResponse<String> answer, int status, String type) {
        assertStatus(answer, status);
        assertHeader(answer, "Content-Type", "application/problem+json");
        assertThat(answer.body())
                .contains("\"type\":\"/problems/" + type + "\"")
                .contains("\"status\":" + status);
    }

    /** Checks the first value of the header. */
    public static void assertHeader(HttpResponse<?> answer, String name, String value) {
        assertThat(answer.headers().firstValue(name)).as(name).hasValue(value);
    }
}
