package io.flashsale.commons.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import tools.jackson.databind.json.JsonMapper;

/** Servers in this JVM that play other services, each on a free port of this machine. */
public final class LocalHttpServer {

    private static final JsonMapper JSON = JsonMapper.builder()
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .build();

    private LocalHttpServer() {}

    /** Starts a server without handlers, which are added while it runs. */
    public static HttpServer started() {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer takes 40 ms
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return server;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    public static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers with the problem, or else with 200 and the value as JSON. */
    public static void answer(HttpExchange exchange, Object value) throws IOException {
        Object body = value instanceof ProblemType type ? Problems.of(type) : value;
        byte[] bytes = JSON.writeValueAsBytes(body);
        if (body instanceof ProblemDetail problem) {
            answer(exchange, problem.getStatus(), "application/problem+json", bytes);
        } else {
            answer(exchange, 200, "application/json", bytes);
        }
    }

    public static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
