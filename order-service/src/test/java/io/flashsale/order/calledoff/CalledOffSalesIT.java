package io.flashsale.order.calledoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubStockService.Behaviour;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** Money that paid an order goes back once, whatever fails in between. */
class CalledOffSalesIT extends OrderServiceFixture {

    private static final long PRICE = 1_990;

    @Autowired
    @Qualifier("callingOff")
    private RepeatedTask callingOff;

    private Answer refund(long order, String body) {
        return call("POST", "/api/admin/orders/" + order + "/refund", adminToken(), body);
    }

    private Answer callOff(long sale, boolean unitsBack) {
        String path = "/api/admin/called-off-sales/" + sale;
        return call("POST", path, adminToken(), "{\"unitsBack\": " + unitsBack + "}");
    }

    private Map.Entry<Long, Long> paid() {
        Map.Entry<Long, Long> order = placed();
        assertStatus(pay(order), 200);
        return order;
    }

    private long refundsMade(long order) {
        return number("SELECT COUNT(*) FROM mock_provider_refund WHERE charge_id = ?", "mock-" + order);
    }

    private long saleOf(long order) {
        return number("SELECT sale_id FROM orders WHERE id = ?", order);
    }

    @Test
    void shouldGiveTheMoneyForOneOrderBackOnceHoweverOftenItIsAsked() {
        Map.Entry<Long, Long> order = paid();
        long id = order.getKey();
        List<Answer> answers = Together.run(Collections.nCopies(5, () -> refund(id, "{\"unitsBack\": true}")));
        assertThat(answers).extracting(Answer::status).containsOnly(200);
        awaitStatus(id, "REFUNDED");
        assertThat(refundsMade(id)).isEqualTo(1);
        assertThat(finalReleases(List.of(id))).containsEntry(id, List.of(Reason.REFUNDED_BY_ADMINISTRATOR));
        Answer seen = get("/api/orders/" + id, order.getValue());
        assertThat(texts(seen.body(), "status", "reason", "refundCents"))
                .containsExactly("REFUNDED", "REFUNDED_BY_ADMINISTRATOR", Long.toString(PRICE));
        assertProblem(pay(order), "order-closed");
        assertStatus(refund(id, "{\"unitsBack\": true}"), 200);
        assertThat(number("SELECT COUNT(*) FROM charge WHERE order_id = ? AND outcome = 'PAID'", id))
                .isZero();
    }

    @Test
    void shouldKeepTheUnitIfItMustNotGoBackOnSale() {
        long id = paid().getKey();
        assertStatus(refund(id, "{\"unitsBack\": false}"), 200);
        awaitStatus(id, "REFUNDED");
        assertThat(finalReleases(List.of(id))).isEmpty();
        assertThat(number("SELECT unit_kept FROM orders WHERE id = ?", id)).isEqualTo(1);
    }

    @Test
    void shouldGiveTheCouponBackThatTheOrderWasPaidWith() {
        Map.Entry<Long, Long> order = placed();
        long coupon = newId();
        COUPONS.coupon(coupon, 500);
        String body = "{\"couponId\": \"" + coupon + "\"}";
        assertStatus(call("POST", "/api/orders/" + order.getKey() + "/payment", token(order.getValue()), body), 200);
        assertStatus(refund(order.getKey(), "{\"unitsBack\": true}"), 200);
        awaitStatus(order.getKey(), "REFUNDED");
        awaitOutboxEmpty();
        assertThat(messages(CouponSettled.TOPIC).stream()
                        .map(message -> json.readValue(message.value(), CouponSettled.class))
                        .filter(settled -> settled.couponId() == coupon)
                        .map(CouponSettled::outcome)
                        .distinct())
                .containsExactly(CouponSettled.Outcome.USED, CouponSettled.Outcome.FREED);
        assertThat(get("/api/orders/" + order.getKey(), order.getValue()).number("refundCents"))
                .isEqualTo(PRICE - 500);
    }

    @Test
    void shouldRefundOnlyWhatIsPaid() {
        Map.Entry<Long, Long> order = placed();
        assertProblem(refund(order.getKey(), "{\"unitsBack\": true}"), 409, "order-not-paid");
        cancel(order);
        assertProblem(refund(order.getKey(), "{\"unitsBack\": true}"), 409, "order-closed");
        assertProblem(refund(newId(), "{\"unitsBack\": true}"), 404, "order-not-found");
        long paid = paid().getKey();
        for (String body : List.of("{}", "{\"unitsBack\": null}", "{\"unitsBack\": \"x\"}", "[]")) {
            assertProblem(refund(paid, body), 400, "invalid-request");
        }
        String mine = "/api/admin/orders/" + paid + "/refund";
        assertStatus(call("POST", mine, token(7), "{\"unitsBack\": true}"), 403);
        assertStatus(call("POST", "/api/admin/called-off-sales/7", token(7), "{\"unitsBack\": true}"), 403);
        assertThat(statusOf(paid)).isEqualTo("PAID");
    }

    /** Two instances work on it, a batch of each fails half-way, and orders are still on their way to be placed. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndAllOrdersOfASaleOnceWhateverFailsInBetween(boolean unitsBack) {
        Map<Long, Long> orders = placed(650);
        List<Map.Entry<Long, Long>> all = new ArrayList<>(orders.entrySet());
        List<Map.Entry<Long, Long>> paying = all.subList(0, 600);
        paying.parallelStream().forEach(order -> await().until(() -> pay(order).status() == 200));
        long sale = saleOf(all.getFirst().getKey());
        long stubborn = paying.get(550).getKey();
        update("""
                CREATE OR REPLACE TRIGGER fails BEFORE INSERT ON refund FOR EACH ROW
                BEGIN IF NEW.order_id = %d THEN SIGNAL SQLSTATE '45000'; END IF; END""".formatted(stubborn));
        try (ConfigurableApplicationContext other = startInstance(Map.of())) {
            assertThat(callOff(sale, unitsBack).body().path("unitsBack").asBoolean())
                    .isEqualTo(unitsBack);
            await().until(() ->
                    number("SELECT COUNT(*) FROM orders WHERE sale_id = ? AND active_user IS NOT NULL", sale) == 1);
            assertThat(statusOf(stubborn)).isEqualTo("PAID");
            assertThat(number("SELECT COUNT(*) FROM charge WHERE order_id = ? AND outcome = 'PAID'", stubborn))
                    .isEqualTo(1);
            update("DROP TRIGGER fails");
            long late = newId();
            STOCK.stock(sale, 1);
            send(reservation(late, sale, newId()));
            awaitStatus(late, "CLOSED");
            callingOff.wake();
            List<Long> paid = paying.stream().map(Map.Entry::getKey).toList();
            awaitStatus(paid, "REFUNDED");
            awaitStatus(all.subList(600, 650).stream().map(Map.Entry::getKey).toList(), "CLOSED");
            JsonNode done = callOff(sale, !unitsBack).body();
            assertThat(texts(done, "unitsBack", "active", "refundDue", "refunded", "closed"))
                    .as("called off once")
                    .containsExactly(Boolean.toString(unitsBack), "0", "0", "600", "51");
            assertThat(number("""
                            SELECT COUNT(DISTINCT r.charge_id) FROM mock_provider_refund r
                            JOIN mock_provider_charge c ON c.charge_id = r.charge_id
                            JOIN orders o ON o.id = c.order_id WHERE o.sale_id = ?""", sale)).isEqualTo(600);
            assertThat(number("""
                            SELECT COUNT(*) FROM mock_provider_refund r
                            JOIN mock_provider_charge c ON c.charge_id = r.charge_id
                            JOIN orders o ON o.id = c.order_id WHERE o.sale_id = ?""", sale)).isEqualTo(600);
            assertThat(finalReleases(paid))
                    .hasSize(unitsBack ? 600 : 0)
                    .allSatisfy((order, reasons) ->
                            assertThat(reasons.stream().distinct()).containsExactly(Reason.SALE_CALLED_OFF));
        }
    }

    @Test
    void shouldTellStockServiceAsSoonAsItAnswers() {
        long sale = saleOf(placed().getKey());
        STOCK.behave(Behaviour.MISROUTED);
        assertStatus(callOff(sale, true), 200);
        assertThat(STOCK.isCalledOff(sale)).isFalse();
        STOCK.behave(Behaviour.NORMAL);
        await().until(() -> number("SELECT COUNT(*) FROM sale_called_off WHERE told AND sale_id = ?", sale) == 1);
        assertThat(STOCK.isCalledOff(sale)).isTrue();
    }

    @Test
    void shouldCallOffNoSaleThatDoesNotExist() {
        long sale = newId();
        assertProblem(callOff(sale, true), 404, "sale-not-found");
        STOCK.behave(Behaviour.MISROUTED);
        assertProblem(callOff(sale, true), 503, "service-unavailable");
        STOCK.behave(Behaviour.NORMAL);
        STOCK.stock(sale, 1);
        assertStatus(callOff(sale, true), 200);
    }

    @Test
    void shouldSayHowFarItIsOnlyOfASaleThatWasCalledOff() {
        assertProblem(asAdmin("GET", "/api/admin/called-off-sales/" + newId()), 404, "not-found");
        long sale = newId();
        STOCK.stock(sale, 1);
        assertThat(callOff(sale, true).body().path("active").asInt()).isZero();
        assertThat(asAdmin("GET", "/api/admin/called-off-sales/" + sale)
                        .body()
                        .path("saleId")
                        .asString())
                .isEqualTo(Long.toString(sale));
        assertProblem(callOff(0, true), 400, "invalid-request");
    }
}
