package io.flashsale.client;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** A server that gives the answer a test sets, and keeps the first request. */
final class ScriptedShop implements AutoCloseable {

    /** An absent header is the word null. */
    record Request(String call, String authorization, String contentType, String body) {}

    private final HttpServer server;
    private final CompletableFuture<Request> request = new CompletableFuture<>();
    private final CompletableFuture<Headers> headers = new CompletableFuture<>();
    private final CompletableFuture<String> ended = new CompletableFuture<>();

    ScriptedShop() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    Request request() {
        return request.join();
    }

    /** The value of this header in the request. */
    String header(String name) {
        return String.valueOf(headers.join().getFirst(name));
    }

    void answers(int status, String json) {
        answers(status, "application/json", json);
    }

    void answers(int status, String contentType, String body) {
        server.createContext("/", exchange -> {
            note(exchange);
            send(exchange, status, contentType, body);
            exchange.close();
        });
    }

    /** Sends this text, and keeps the connection open. */
    void beginsToAnswer(String contentType, String body) {
        server.createContext("/", exchange -> {
            send(exchange, 200, contentType, body);
            ended.join();
        });
    }

    void answersNothing() {
        server.createContext("/", exchange -> ended.join());
    }

    private static void send(HttpExchange exchange, int status, String contentType, String body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", contentType);
        exchange.sendResponseHeaders(status, 0);
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    private void note(HttpExchange exchange) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        this.headers.complete(headers);
        request.complete(new Request(
                exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                String.valueOf(headers.getFirst("Authorization")),
                String.valueOf(headers.getFirst("Content-Type")),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        ended.complete("");
        server.stop(0);
    }
}
