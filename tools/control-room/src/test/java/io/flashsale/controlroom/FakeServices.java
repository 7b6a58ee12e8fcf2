package io.flashsale.controlroom;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.commons.testing.LocalHttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.test.context.DynamicPropertyRegistry;

/** Replaces all services that the control room calls, on one real port. Unprepared requests get 404. */
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

    public static void refuse(HttpExchange exchange, int status, String problem) throws IOException {
        answer(exchange, status, "application/problem+json", "{\"type\":\"/problems/" + problem + "\"}");
    }

    /** Makes so many shoppers, whose tokens are their ids. */
    public void makes(int shoppers) {
        String lines = IntStream.range(0, shoppers)
                .mapToObj(i -> "{\"userId\":\"%d\",\"username\":\"shopper-%d\",\"token\":\"%d\"}\n".formatted(i, i, i))
                .collect(Collectors.joining());
        on("/api/admin/shoppers", exchange -> answer(exchange, 200, "application/x-ndjson", lines));
    }

    /** The JSON of sale 7. */
    public static String sale(Instant opensAt, CampaignState state, EntryMode mode, long difficulty) {
        return """
                {"id": "7", "title": "A sale", "priceCents": 1, "listPriceCents": 1, "initialStock": 1, "remaining": 1,
                 "opensAt": "%s", "closesAt": "2099-02-01T00:00:00Z", "serverTime": "%s", "state": "%s",
                 "entry": {"mode": "%s", "rate": 100, "difficulty": %d},
                 "product": {"id": "1", "name": "", "description": "", "imageUrl": ""}}
                """.formatted(opensAt, Instant.now(), state, mode, difficulty);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.setStreams(new ByteArrayInputStream(body), null);
            HttpHandler answer = answers.get(exchange.getRequestURI().getPath());
            if (answer == null) {
                refuse(exchange, 404, "not-found");
            } else {
                answer.handle(exchange);
            }
        }
    }
}
