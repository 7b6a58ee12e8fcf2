package io.flashsale.stock;

import io.flashsale.devstack.DevStack;
import io.flashsale.devstack.SqlDatabase;
import io.flashsale.web.security.Tokens;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole service on real servers of its own, spoken to over HTTP. One for all ITs of this module. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"management.server.port=0", "flashsale.reconciliation.interval=1h"})
@Import(TestTokens.class)
public abstract class StockServiceFixture {

    /**
     * Own servers, because these tests wipe them and because Kafka's topics have fixed names; in a folder of this run's
     * own, because a queue that an earlier run left would be placed into this run's database.
     */
    protected static final DevStack STACK = DevStack.in(
                    Path.of("target/stack-" + ProcessHandle.current().pid()))
            .mariaDb()
            .redis()
            .kafka()
            .start();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(STACK::close));
    }

    @LocalServerPort
    private int port;

    @Autowired
    protected JsonMapper json;

    private final HttpClient http = HttpClient.newHttpClient();

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        SqlDatabase database = STACK.database().freshSchema("stock");
        properties.add("spring.datasource.url", database::jdbcUrl);
        properties.add("spring.datasource.username", database::user);
        properties.add("spring.datasource.password", database::password);
        properties.add("spring.data.redis.host", STACK.redis()::host);
        properties.add("spring.data.redis.port", STACK.redis()::port);
        properties.add("spring.kafka.bootstrap-servers", STACK.kafka()::bootstrapServers);
    }

    protected record Answer(int status, JsonNode body, HttpResponse<String> raw) {
        public String problem() {
            return body.path("type").asString().replace("/problems/", "");
        }
    }

    protected Answer call(String method, String path, String token, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
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
                    answer.body().isEmpty() ? json.createObjectNode() : json.readTree(answer.body()),
                    answer);
        } catch (Exception fault) {
            throw new AssertionError(method + " " + path + " was not answered", fault);
        }
    }

    protected Answer get(String path) {
        return call("GET", path, "", "");
    }

    protected Answer reserve(long sale, long user) {
        return call("POST", "/api/sales/" + sale + "/reservations", shopper(user), "");
    }

    protected static String shopper(long user) {
        return TestTokens.token(user, Tokens.SHOPPER);
    }

    protected static String admin() {
        return TestTokens.token(1, Tokens.ADMIN);
    }

    protected static String service() {
        return TestTokens.token(0, Tokens.SERVICE);
    }

    /** A sale that is open for an hour. */
    protected long openSale(long units) {
        Answer created = call("POST", "/api/admin/sales", admin(), """
                {"title": "A sale", "priceCents": 100, "listPriceCents": 200, "initialStock": %d}
                """.formatted(units));
        if (created.status() != 201) {
            throw new AssertionError("not created: " + created.raw().body());
        }
        return Long.parseLong(created.body().path("id").asString());
    }
}
