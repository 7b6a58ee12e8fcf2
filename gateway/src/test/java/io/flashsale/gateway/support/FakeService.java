package io.flashsale.gateway.support;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A service in this JVM, on a real port: answers what it was told to, and remembers what it was asked. */
public final class FakeService implements AutoCloseable {

    /** What came in. */
    public record Call(String method, String target, Headers headers, String body) {}

    /** Answers one request. */
    @FunctionalInterface
    public interface Answer {
        void give(HttpExchange exchange) throws IOException;
    }

    private final int port;
    private final String name;
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private @Nullable HttpServer server;

    public FakeService(String name) {
        this(name, freePort());
    }

    public FakeService(String name, int port) {
        this.name = name;
        this.port = port;
    }

    public static FakeService started(String name) {
        FakeService service = new FakeService(name);
        service.start();
        return service;
    }

    public void start() {
        try {
            HttpServer starting =
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            starting.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            starting.createContext("/", this::handle);
            starting.start();
            server = starting;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        HttpServer running = server;
        if (running != null) {
            running.stop(0);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** From now on, requests of this path get this answer; others get 200 with the service's name. */
    public void on(String path, Answer answer) {
        answers.put(path, answer);
    }

    public List<Call> calls() {
        return calls;
    }

    /** Forgets calls and answers. */
    public void reset() {
        calls.clear();
        answers.clear();
    }

    public static Answer json(int status, String body, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            exchange.getResponseHeaders()
                    .set("Content-Type", status < 400 ? "application/json" : "application/problem+json");
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            boolean noBody = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, noBody ? -1 : bytes.length);
            if (!noBody) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        };
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        calls.add(new Call(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), exchange.getRequestHeaders(), body));
        answers.getOrDefault(exchange.getRequestURI().getPath(), json(200, "{\"service\":\"" + name + "\"}"))
                .give(exchange);
    }

    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
