package io.flashsale.controlroom.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.flashsale.auditor.testing.AuditedServers;
import io.flashsale.auditor.testing.SourceWriter;
import io.flashsale.controlroom.ControlRoomFixture;
import io.flashsale.controlroom.FakeServices;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/** The live view of sales on real servers. */
@Tag("long")
class LiveIT extends ControlRoomFixture {

    private static final FakeServices SERVICES = FakeServices.start();

    private static final Duration LONG = Duration.ofMinutes(10);

    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicInteger accepted = new AtomicInteger(100);

    @Autowired
    private LiveSales sales;

    @DynamicPropertySource
    static void services(DynamicPropertyRegistry properties) {
        SERVICES.announce(properties);
    }

    @BeforeEach
    void showMeters() {
        SERVICES.reset();
        SERVICES.on("/actuator/prometheus", this::answerAsTheEndpointDoes);
    }

    /** Knows counters by their name without the suffix, and shows nothing for unknown names. */
    private void answerAsTheEndpointDoes(HttpExchange exchange) throws IOException {
        List<String> wanted = List.of(exchange.getRequestURI().getQuery().split("&"));
        StringBuilder page = new StringBuilder();
        if (wanted.contains("includedNames=flashsale_reservations")) {
            page.append("flashsale_reservations_total{outcome=\"admitted\"} ")
                    .append(accepted.addAndGet(10))
                    .append('\n');
        }
        if (wanted.contains("includedNames=flashsale_gateway_soldout_answers")) {
            page.append("flashsale_gateway_soldout_answers_total 7\n");
        }
        FakeServices.answer(exchange, 200, "text/plain", page.toString());
    }

    private static String live(long sale) {
        return "/api/lab/live/" + sale;
    }

    private HttpResponse<InputStream> open(long sale) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + live(sale)))
                        .header("Authorization", "Bearer " + admin())
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
    }

    private static BufferedReader lines(HttpResponse<InputStream> stream) {
        return new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
    }

    private JsonNode nextSnapshot(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (!line.startsWith("data: ")) {
            line = lines.readLine();
        }
        return json.readTree(line.substring("data: ".length()));
    }

    private JsonNode snapshot(long sale) {
        Answer answer = call("GET", live(sale) + "/snapshot", admin(), "");
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        return answer.body();
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldStreamSnapshotsAsEvents() throws Exception {
        SourceWriter writer = AuditedServers.writer();
        long sale = writer.sale(5);
        HttpResponse<InputStream> stream = open(sale);
        assertThat(stream.statusCode()).isEqualTo(200);
        assertThat(stream.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        assertThat(stream.headers().firstValue("Cache-Control")).contains("no-store");
        try (BufferedReader lines = lines(stream)) {
            assertThat(List.of(lines.readLine(), lines.readLine(), lines.readLine()))
                    .containsExactly("retry: 2000", "", "event: snapshot");
            JsonNode complete;
            do { // what does not arrive within a second is unknown in a snapshot
                complete = nextSnapshot(lines);
                assertThat(complete.path("saleId").asString()).isEqualTo(Long.toString(sale));
            } while (!(complete.path("available").asLong() == 5
                    && complete.path("redisRemaining").asLong() == 5
                    && complete.at("/answers/accepted").asLong() > 100
                    && complete.at("/perSecond/accepted").asDouble() > 0));
        }
        await().atMost(LONG).until(() -> sales.watched() == 0);
    }

    @Test
    void shouldTellOfStockOrdersAndInvariants() {
        SourceWriter writer = AuditedServers.writer();
        long sale = writer.sale(3);
        writer.order(sale, 11);
        writer.order(sale, 12);

        // A source that is slower than a second is unknown in a snapshot; then look at the next one.
        await().atMost(LONG).untilAsserted(() -> {
            JsonNode snapshot = snapshot(sale);

            assertThat(snapshot.path("initialStock").asLong()).isEqualTo(3);
            assertThat(snapshot.path("available").asLong()).isEqualTo(1);
            assertThat(snapshot.path("deducted").asLong()).isEqualTo(2);
            assertThat(snapshot.path("redisRemaining").asLong()).isEqualTo(1);
            assertThat(snapshot.path("redisHolders").asLong()).isEqualTo(2);
            assertThat(snapshot.path("ordersTotal").asLong()).isEqualTo(2);
            assertThat(snapshot.at("/orders/AWAITING_PAYMENT").asLong()).isEqualTo(2);
            assertThat(snapshot.path("outboxLength").asLong()).isZero();
            assertThat(snapshot.path("kafkaLag").asLong()).isZero();
            assertThat(snapshot.path("invariants")).hasSize(8).allSatisfy(light -> {
                assertThat(light.path("state").asString()).as(light.toString()).isEqualTo("HOLDS");
                assertThat(light.path("evidence").isNull()).isTrue();
            });
        });
    }

    @Test
    void shouldHaveRoomForSoManyViewersAndTakeSnapshotsOnceForAll() throws Exception {
        long sale = AuditedServers.writer().sale(1);
        List<HttpResponse<InputStream>> viewers = new ArrayList<>();
        await().atMost(LONG).until(() -> sales.watched() == 0); // also by the test before
        try {
            for (int i = 0; i < LiveSales.MAX_VIEWERS; i++) {
                viewers.add(open(sale));
            }
            assertThat(sales.watched()).isEqualTo(1);
            HttpResponse<InputStream> refused = open(sale);
            assertThat(refused.statusCode()).isEqualTo(503);
            refused.body().close();
        } finally {
            for (HttpResponse<InputStream> viewer : viewers) {
                viewer.body().close();
            }
        }
        await().atMost(LONG).until(() -> sales.watched() == 0);
        snapshot(sale);
    }

    @Test
    void shouldBeForAdminsOnly() {
        for (String path : List.of(live(1), live(1) + "/snapshot")) {
            assertThat(call("GET", path, "", "").status()).isEqualTo(401);
            assertThat(call("GET", path, shopper(5), "").status()).isEqualTo(403);
        }
        assertThat(call("GET", live(987_654), admin(), "").problem()).isEqualTo("sale-not-found");
        assertThat(call("GET", live(987_654) + "/snapshot", admin(), "").problem())
                .isEqualTo("sale-not-found");
    }
}
