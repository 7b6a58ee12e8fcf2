package io.flashsale.order.payment;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.contracts.order.PaymentCall.Line;
import io.flashsale.order.ExecutedStatements;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.StubPaymentProvider.Behaviour;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Payments of many shoppers in one call, as the gateway sends them, with one among them that is not like the others. */
class GroupPaymentIT extends OrderServiceFixture {

    private static final long PRICE = 1_990;

    @Autowired
    private ExecutedStatements statements;

    /** Placed orders with their shoppers. The odd one is in the middle of the group. */
    private List<Line> good;

    private Line odd;

    @BeforeEach
    void place() {
        good = placed(5).entrySet().stream()
                .map(order -> new Line(order.getKey(), order.getValue()))
                .collect(toCollection(ArrayList::new));
        odd = good.remove(2);
    }

    private List<JsonNode> payAll(Collection<Line> lines) {
        String body = json.writeValueAsString(new PaymentCall(List.copyOf(lines)));
        Answer answer = call("POST", PaymentCall.PATH, gatewayToken(), body);
        assertStatus(answer, 200);
        return answer.body().path("answers").valueStream().toList();
    }

    /** Pays the group, with the odd one in the middle. Returns the answer to that one. */
    private JsonNode payWith(Line inTheMiddle) {
        List<Line> group = new ArrayList<>(good);
        group.add(2, inTheMiddle);
        List<JsonNode> answers = new ArrayList<>(payAll(group));
        JsonNode answer = answers.remove(2);
        assertThat(answers).allSatisfy(other -> assertPaid(other));
        assertThat(good).allSatisfy(line -> {
            assertThat(statusOf(line.orderId())).isEqualTo("PAID");
            assertThat(charges(line)).isEqualTo(1);
        });
        return answer;
    }

    private void assertPaid(JsonNode answer) {
        assertThat(answer.path("status").asInt()).isEqualTo(200);
        assertThat(body(answer).path("status").asString()).isEqualTo("PAID");
    }

    private static void assertAlone(JsonNode answer) {
        assertThat(answer.path("status").asInt()).isEqualTo(PaymentCall.ALONE);
    }

    private ObjectNode body(JsonNode answer) {
        return (ObjectNode) json.readTree(answer.path("body").asString());
    }

    private long charges(Line line) {
        return number("SELECT COUNT(*) FROM charge WHERE order_id = ?", line.orderId());
    }

    private long charged(Line line) {
        return number("SELECT COUNT(*) FROM mock_provider_charge WHERE order_id = ?", line.orderId());
    }

    private Answer pay(Line line) {
        return pay(line.orderId(), line.userId());
    }

    @Test
    void shouldAskTheDatabaseOnceForAllAndAnswerLikeToASinglePayment() {
        statements.take();
        JsonNode paid = payWith(odd);
        assertThat(statements.take().stream().distinct())
                .startsWith("OrderMapper.findAll", "MockProviderMapper.charge")
                .contains("ChargeMapper.recordPaid", "ChargeMapper.payAllInFull")
                .doesNotContain("ChargeMapper.record", "ChargeMapper.payInFull");

        assertPaid(paid);
        ObjectNode alone = (ObjectNode) pay(odd).body();
        assertThat(body(paid).without("serverTime")).isEqualTo(alone.without("serverTime"));
        assertThat(paid.path("headers").path("Content-Type").asString()).isEqualTo("application/json");
        assertThat(charges(odd)).isEqualTo(1);
        assertThat(finalReleases(List.of(odd.orderId()))).isEmpty();
    }

    @Test
    void shouldChargeAnOrderOnceThatIsThereTwice() {
        good.add(odd);
        assertPaid(payWith(odd));
        assertThat(provider.charged()).hasSize(5);
    }

    @Test
    void shouldAnswerAgainWhatIsPaidOrClosed() {
        assertStatus(pay(odd), 200);
        Map.Entry<Long, Long> cancelled = placed();
        cancel(cancelled);
        Line closed = new Line(cancelled.getKey(), cancelled.getValue());
        provider.charged().clear();

        assertPaid(payWith(odd));
        JsonNode refused = payAll(List.of(closed)).getFirst();

        Answer alone = pay(closed);
        assertThat(refused.path("status").asInt()).isEqualTo(alone.status());
        assertThat(refused.path("body").asString()).isEqualTo(alone.raw().body());
        assertThat(refused.path("headers").path("Content-Type").asString()).isEqualTo("application/problem+json");
        assertThat(provider.charged()).hasSize(4);
    }

    @Test
    void shouldLeaveAnOverdueOrderToItsOwnRequest() {
        passDeadline(odd.orderId());
        JsonNode answer = payWith(odd);
        if (answer.path("status").asInt() != PaymentCall.ALONE) { // the scan was faster
            assertThat(body(answer).path("type").asString()).isEqualTo("/problems/order-closed");
        }
        assertThat(charged(odd)).isZero();
    }

    @Test
    void shouldLeaveAnOrderThatEverHadACouponToItsOwnRequest() {
        long coupon = newId();
        COUPONS.coupon(coupon, 500);
        provider.behave(odd.orderId(), Behaviour.NOT_ANSWERING);
        String with = "{\"couponId\": \"" + coupon + "\"}";
        assertStatus(call("POST", "/api/orders/" + odd.orderId() + "/payment", token(odd.userId()), with), 503);

        assertAlone(payWith(odd));

        provider.reset();
        assertThat(pay(odd).number("discountCents")).isEqualTo(500);
        assertThat(number("SELECT amount_cents FROM charge WHERE order_id = ?", odd.orderId()))
                .isEqualTo(PRICE - 500);
    }

    /** Otherwise all would wait for stock-service, which is asked whether there is such a reservation. */
    @Test
    void shouldLeaveWhatIsNotTheShoppersToItsOwnRequest() {
        int asked = STOCK.lookups();
        Line stranger = new Line(odd.orderId(), newId());
        assertAlone(payWith(stranger));
        payAll(List.of(new Line(newId(), odd.userId()), new Line(0, 1), new Line(-1, 1)))
                .forEach(GroupPaymentIT::assertAlone);
        assertThat(STOCK.lookups()).isEqualTo(asked);
        assertThat(charged(odd)).isZero();
        assertThat(statusOf(odd.orderId())).isEqualTo("AWAITING_PAYMENT");
        assertProblem(pay(stranger), "order-not-found");
    }

    @Test
    void shouldTellTheDeclinedOneSo() {
        provider.behave(odd.orderId(), Behaviour.DECLINING);
        JsonNode answer = payWith(odd);
        assertThat(answer.path("status").asInt()).isEqualTo(402);
        assertThat(body(answer).path("type").asString()).isEqualTo("/problems/payment-declined");
        assertThat(body(answer).path("instance").asString()).isEqualTo("/api/orders/" + odd.orderId() + "/payment");
        assertThat(statusOf(odd.orderId())).isEqualTo("AWAITING_PAYMENT");
        assertThat(provider.charged()).hasSize(5);
    }

    @Test
    void shouldTellTheOneWhoseAnswerIsLostToTryAgain() {
        provider.behave(odd.orderId(), Behaviour.NOT_ANSWERING);
        JsonNode answer = payWith(odd);
        assertThat(answer.path("status").asInt()).isEqualTo(503);
        assertThat(answer.path("headers").path("Retry-After").asString()).isEqualTo("2");
        assertThat(charges(odd)).isZero();

        provider.reset();
        assertPaid(payAll(List.of(odd)).getFirst());
        assertThat(charged(odd)).isEqualTo(1);
        assertThat(charges(odd)).isEqualTo(1);
    }

    @Test
    void shouldPayTheOthersWhenOneClosesMeanwhileAndGiveItsMoneyBack() {
        provider.beforeAnswering(() -> cancel(odd.orderId(), odd.userId()));
        JsonNode answer = payWith(odd);
        assertThat(body(answer).path("type").asString()).isEqualTo("/problems/order-closed");
        awaitStatus(odd.orderId(), "REFUNDED");
    }

    @Test
    void shouldPayTheOthersWhenTheProviderNotifiesUsOfOneMeanwhile() {
        provider.beforeAnswering(() -> assertStatus(
                notified(new PaymentNotification(odd.orderId(), "mock-" + odd.orderId(), PRICE, Instant.now())), 200));
        assertPaid(payWith(odd));
        assertThat(charges(odd)).isEqualTo(1);
    }

    /** The provider has charged this order before, by itself. What it answers to us pays nothing. */
    @Test
    void shouldPayTheOthersAndGiveBackASecondChargeOfOne() {
        provider.beforeAnswering(() -> assertStatus(
                notified(new PaymentNotification(odd.orderId(), "first-" + odd.orderId(), PRICE, Instant.now())), 200));
        assertPaid(payWith(odd));
        assertThat(number("SELECT COUNT(*) FROM charge WHERE order_id = ? AND outcome = 'REFUND'", odd.orderId()))
                .isEqualTo(1);
    }

    /** Nobody is told anything, and nothing is recorded: the provider's records are all there is. */
    @Test
    void shouldSettleAllWhenTheProcessDiesAfterTheyAreCharged() {
        good.add(odd);
        good.forEach(line -> provider.behave(line.orderId(), Behaviour.DYING));
        payAll(good).forEach(GroupPaymentIT::assertAlone);
        List<Long> ids = good.stream().map(Line::orderId).toList();
        assertThat(statuses(ids).values()).containsOnly("AWAITING_PAYMENT");
        assertThat(good).allSatisfy(line -> {
            assertThat(charged(line)).isEqualTo(1);
            assertThat(charges(line)).isZero();
        });

        enterLate(() -> ids.forEach(id -> update(
                "UPDATE mock_provider_charge SET charged_at = UTC_TIMESTAMP(3) - INTERVAL 4 MINUTE WHERE order_id = ?",
                id)));
        awaitStatus(ids, "PAID");
        assertThat(good).allSatisfy(line -> assertThat(charges(line)).isEqualTo(1));
    }

    @Test
    void shouldChargeNobodyTogetherIfTheProviderTakesOneAtATime() {
        provider.takeOneAtATime();
        payAll(good).forEach(GroupPaymentIT::assertAlone);
        assertThat(provider.charged()).isEmpty();
        assertStatus(pay(good.getFirst()), 200);
    }

    @Test
    void shouldListenToTheGatewayOnly() {
        String body = json.writeValueAsString(new PaymentCall(List.of(odd)));
        assertStatus(call("POST", PaymentCall.PATH, "", body), 401);
        assertStatus(call("POST", PaymentCall.PATH, token(odd.userId()), body), 403);
        assertStatus(call("POST", PaymentCall.PATH, adminToken(), body), 403);
        assertThat(statusOf(odd.orderId())).isEqualTo("AWAITING_PAYMENT");
    }

    @Test
    void shouldTakeNoGroupThatIsNone() {
        String tooMany = json.writeValueAsString(
                new PaymentCall(Collections.nCopies(PaymentCall.MAX_PAYMENTS + 1, new Line(1, 1))));
        for (String body : List.of("{}", "{\"payments\": []}", "{\"payments\": [null]}", tooMany)) {
            assertProblem(call("POST", PaymentCall.PATH, gatewayToken(), body), 400, "invalid-request");
        }
    }
}
