package io.flashsale.order.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.order.OrderServiceFixture;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** What works while a server is away, and what is made up for once it is back. */
class ServersAwayIT extends OrderServiceFixture {

    @Autowired
    private MeterRegistry meters;

    @Test
    @Tag("long")
    void shouldKeepWhatKafkaDoesNotTakeAndSendItLater() {
        Map<Long, Long> orders = placed(3);
        STACK.kafka().stop();
        try {
            orders.forEach((order, user) -> {
                assertStatus(cancel(order, user), 200);
                String payload = "%" + order + "%";
                assertThat(number("SELECT COUNT(*) FROM outbox WHERE payload LIKE ?", payload))
                        .isEqualTo(1);
            });
        } finally {
            STACK.kafka().start();
        }

        assertThat(finalReleases(orders.keySet()))
                .containsOnlyKeys(orders.keySet())
                .allSatisfy((order, reasons) -> assertThat(reasons).contains(Reason.CANCELLED));
    }

    /** More of them than are sent together. */
    @Test
    void shouldGoPastWhatKafkaNeverTakes() {
        int refused = OutboxPublisher.BATCH + 1;
        update("INSERT INTO outbox (topic, message_key, payload, created_at) VALUES "
                + String.join(",", Collections.nCopies(refused, "('no topic', '1', '{}', UTC_TIMESTAMP(3))")));
        try {
            Map<Long, Long> orders = placed(3);
            orders.forEach((order, user) -> assertStatus(cancel(order, user), 200));

            await().until(() -> number("SELECT COUNT(*) FROM outbox") == refused);
            await().until(() -> releases(orders.keySet()).keySet().equals(orders.keySet()));
            await().until(() -> left() == refused);
        } finally {
            update("DELETE FROM outbox WHERE topic = 'no topic'");
        }
        await().until(() -> left() == 0);
    }

    private double left() {
        return meters.get("flashsale.outbox.left").gauge().value();
    }

    @Test
    void shouldPlaceAndPayWithoutRedis() {
        STACK.redis().stop();
        try {
            Map<Long, Long> orders = placed(600);
            Map.Entry<Long, Long> one = orders.entrySet().iterator().next();
            assertThat(pay(one).text("status")).isEqualTo("PAID");
        } finally {
            STACK.redis().start();
        }
        placed(10);
    }

    @Test
    @Tag("long")
    void shouldAnswer503WithoutTheDatabaseAndPlaceWhatCameInTheMeantime() {
        long sale = newSale(40);
        List<Long> orders = LongStream.range(0, 40).map(i -> newId()).boxed().toList();
        STACK.database().stop();
        try {
            orders.forEach(order -> send(reservation(order, sale, order)));
            kafka.flush();
            assertProblem(get("/api/orders", 5), 503, "service-unavailable");
        } finally {
            STACK.database().start();
        }

        awaitStatus(orders, "AWAITING_PAYMENT");
        assertThat(STOCK.available(sale)).isZero();
    }
}
