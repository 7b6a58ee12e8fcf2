package io.flashsale.order.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.OutsideClient;
import io.flashsale.order.OrderServiceFixture;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Following an order on another instance than the one where it changes. */
@Tag("long")
class OrderEventsIT extends OrderServiceFixture {

    private static ConfigurableApplicationContext otherInstance;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void startAnotherInstance() {
        otherInstance = startInstance(Map.of("flashsale.tracing.sampling", "0")); // the default: follows no click
    }

    @AfterAll
    static void stopIt() {
        otherInstance.close();
    }

    /** Collects the statuses of a stream as they arrive; ends with the stream. */
    private final class Following implements AutoCloseable {

        private final List<String> statuses = new CopyOnWriteArrayList<>();
        private final HttpResponse<InputStream> answer;
        private final CompletableFuture<Void> end = new CompletableFuture<>();

        Following(long order, long user, int atPort) throws Exception {
            String path = "/api/orders/" + order + "/events";
            HttpRequest request = new OutsideClient(atPort)
                    .request("GET", path, token(user), BodyPublishers.noBody(), "Accept", "text/event-stream");
            answer = http.send(request, BodyHandlers.ofInputStream());
            Thread.ofVirtual().start(this::read);
        }

        private void read() {
            try {
                new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))
                        .lines()
                        .filter(line -> line.startsWith("data:"))
                        .map(line -> json.readTree(line.substring(5)))
                        .forEach(order -> statuses.add(order.path("status").asString()));
            } catch (RuntimeException cut) {
                statuses.add("cut: " + cut);
            }
            end.complete(null);
        }

        void awaitStatuses(String... expected) {
            await().untilAsserted(() -> assertThat(statuses).containsExactly(expected));
        }

        void awaitEnd() {
            await().until(end::isDone);
        }

        @Override
        public void close() throws Exception {
            answer.body().close();
        }
    }

    @Test
    void shouldTellEachChangeOnWhicheverInstanceItHappens() throws Exception {
        long order = newId();
        long sale = newSale(1);
        STOCK.reserved(order, sale, 9);
        try (Following here = new Following(order, 9, port);
                Following there = new Following(order, 9, portOf(otherInstance))) {
            here.awaitStatuses("QUEUED");
            there.awaitStatuses("QUEUED");

            send(reservation(order, sale, 9));
            here.awaitStatuses("QUEUED", "AWAITING_PAYMENT");
            there.awaitStatuses("QUEUED", "AWAITING_PAYMENT");

            assertStatus(pay(order, 9), 200);
            here.awaitStatuses("QUEUED", "AWAITING_PAYMENT", "PAID");
            there.awaitStatuses("QUEUED", "AWAITING_PAYMENT", "PAID");
            here.awaitEnd();
            there.awaitEnd();
        }
    }

    @Test
    void shouldTellThatAnOrderIsUnderReviewAndWhatBecomesOfIt() throws Exception {
        long order = newId();
        long sale = newSale(1);
        STOCK.reserved(order, sale, 9);
        try (Following stream = new Following(order, 9, portOf(otherInstance))) {
            stream.awaitStatuses("QUEUED");
            send(atALostPrice(order, sale, 9));
            stream.awaitStatuses("QUEUED", "QUEUED");

            STOCK.earlierPrice(sale, LOST_PRICE_CENTS);
            send(atALostPrice(order, sale, 9));
            stream.awaitStatuses("QUEUED", "QUEUED", "AWAITING_PAYMENT");
        }
    }

    @Test
    void shouldHearOfAChangeThatNobodyAnnounced() throws Exception {
        Map.Entry<Long, Long> order = placed();
        try (Following stream = new Following(order.getKey(), order.getValue(), portOf(otherInstance))) {
            stream.awaitStatuses("AWAITING_PAYMENT");
            update("UPDATE orders SET status = 'PAID', paid_at = UTC_TIMESTAMP(3) WHERE id = ?", order.getKey());
            stream.awaitStatuses("AWAITING_PAYMENT", "PAID");
        }
    }

    @Test
    void shouldBoundTheStreamsOfAShopperAndGivePlacesBack() throws Exception {
        Map.Entry<Long, Long> order = placed();
        List<Following> streams = new ArrayList<>();
        for (int i = 0; i < OrderStreams.MAX_PER_SHOPPER; i++) {
            streams.add(new Following(order.getKey(), order.getValue(), port));
        }
        streams.forEach(stream -> stream.awaitStatuses("AWAITING_PAYMENT"));
        String path = "/api/orders/" + order.getKey() + "/events";

        assertProblem(get(path, order.getValue()), 429, "rate-limited");

        cancel(order);
        for (Following stream : streams) {
            stream.awaitEnd();
        }
        await().until(() -> get(path, order.getValue()).raw().body().contains("\"CLOSED\""));
    }

    @Test
    void shouldCloseManyOverdueOrdersOnceThoughTwoInstancesScan() {
        Map<Long, Long> orders = placed(1_100);
        jdbc.sql("UPDATE orders SET pay_deadline = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR WHERE id IN (:ids)")
                .param("ids", orders.keySet())
                .update();

        awaitStatus(orders.keySet(), "CLOSED");
        assertThat(finalReleases(orders.keySet()))
                .hasSize(1_100)
                .allSatisfy((order, reasons) -> assertThat(reasons).hasSize(1));
    }
}
