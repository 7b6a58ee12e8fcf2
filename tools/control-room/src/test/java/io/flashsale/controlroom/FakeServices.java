package io.flashsale.controlroom;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.commons.testing.LocalHttpServer;
import io.flashsale.contracts.problem.ProblemType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.test.context.DynamicPropertyRegistry;
import tools.jackson.databind.json.JsonMapper;

/**
 * Replaces all services that the control room calls, on one real port. Unprepared requests get 404.
 *
 * <p>Answers of the shop are problem types and records of the client, which the system tests read from the real
 * services. Answers of the launcher are its own records.
 */
public final class FakeServices {

    private final HttpServer server;
    private final Map<String, HttpHandler> answers = new ConcurrentHashMap<>();

    private FakeServices(HttpServer server) {
        this.server = server;
    }

    public static FakeServices start() {
        HttpServer server = LocalHttpServer.started();
        FakeServices services = new FakeServices(server);
        server.createContext("/", services::handle);
        return services;
    }

    /** Points the control room at this server for all services. */
    public void announce(DynamicPropertyRegistry properties) {
        properties.add("flashsale.control-room.gateway-url", this::url);
        properties.add("flashsale.control-room.gateway-management-url", this::url);
        properties.add("flashsale.control-room.stock-management-url", this::url);
    }

    /** Has no slash at the end. */
    public String url() {
        return LocalHttpServer.url(server);
    }

    public FakeServices on(String path, HttpHandler answer) {
        answers.put(path, answer);
        return this;
    }

    public void stop() {
        server.stop(0);
    }

    public void reset() {
        answers.clear();
    }

    public static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Makes so many shoppers, whose tokens are their ids. */
    public void makes(int shoppers) {
        String lines = IntStream.range(0, shoppers)
                .mapToObj(id -> new SimulatedShopper(id, "shopper-" + id, Integer.toString(id)))
                .map(shopper -> JsonMapper.shared().writeValueAsString(shopper) + "\n")
                .collect(Collectors.joining());
        on("/api/admin/shoppers", exchange -> answer(exchange, 200, "application/x-ndjson", lines));
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.setStreams(new ByteArrayInputStream(body), null);
            HttpHandler answer = answers.get(exchange.getRequestURI().getPath());
            if (answer == null) {
                LocalHttpServer.answer(exchange, ProblemType.NOT_FOUND);
            } else {
                answer.handle(exchange);
            }
        }
    }
}
