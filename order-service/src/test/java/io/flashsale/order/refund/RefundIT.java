package io.flashsale.order.refund;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.Together;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.PaymentProvider;
import io.flashsale.order.provider.StubPaymentProvider.Behaviour;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataIntegrityViolationException;
import tools.jackson.databind.JsonNode;

/** Every charge pays one order or goes back, once. */
class RefundIT extends OrderServiceFixture {

    private static final long PRICE = 1_990;
    private static final String ADDRESS = "/api/admin/refunds";

    @Autowired
    private PaymentProvider asked;

    @Autowired
    private RefundProcessor processor;

    @Autowired
    private MeterRegistry meters;

    /** Makes the provider charge by itself and notify us. Returns the outcome. */
    private String charged(String charge, long order, long cents) {
        Answer answer = notified(charge, order, cents);
        assertStatus(answer, 200);
        return answer.text("outcome");
    }

    private Answer notified(String charge, long order, long cents) {
        update("INSERT IGNORE INTO mock_provider_charge VALUES (?, ?, ?, UTC_TIMESTAMP(3))", charge, order, cents);
        return notified(new PaymentNotification(order, charge, cents, Instant.now()));
    }

    /** Makes the provider charge some time ago without notifying us; see {@link #enterLate}. */
    private void chargedUnnoticed(String charge, long order, long cents) {
        String insert = "INSERT INTO mock_provider_charge VALUES (?, ?, ?, UTC_TIMESTAMP(3) - INTERVAL 4 MINUTE)";
        update(insert, charge, order, cents);
    }

    private long refundsOf(String charge) {
        return number("SELECT COUNT(*) FROM mock_provider_refund WHERE charge_id = ?", charge);
    }

    private JsonNode refund(String charge) {
        return items(ADDRESS + "?limit=500")
                .filter(item -> item.path("chargeId").asString().equals(charge))
                .findFirst()
                .orElseGet(json::createObjectNode);
    }

    private JsonNode awaitState(String charge, String state) {
        return await().until(
                        () -> refund(charge),
                        item -> item.path("state").asString().equals(state));
    }

    private Answer retry(JsonNode refund) {
        return asAdmin("POST", ADDRESS + "/" + refund.path("id").asString() + "/retry");
    }

    /** Cancels an order while the provider charges. */
    private Map.Entry<Long, Long> paidTooLate() {
        Map.Entry<Long, Long> order = placed();
        payTooLate(order);
        return order;
    }

    private void payTooLate(Map.Entry<Long, Long> order) {
        provider.beforeAnswering(() -> cancel(order));
        assertProblem(pay(order), "order-closed");
        provider.beforeAnswering(() -> {});
    }

    @Test
    void shouldGiveBackWhatCameTooLateAndSaySo() {
        Map.Entry<Long, Long> order = paidTooLate();

        awaitStatus(order.getKey(), "REFUNDED");

        Answer seen = get("/api/orders/" + order.getKey(), order.getValue());
        assertThat(seen.number("refundCents")).isEqualTo(PRICE);
        JsonNode refund = refund("mock-" + order.getKey());
        assertThat(texts(refund, "state", "reason", "amountCents", "orderId"))
                .containsExactly("REFUNDED", "ORDER_ENDED", Long.toString(PRICE), Long.toString(order.getKey()));
        assertThat(refund.has("lastError") && !refund.path("lastError").isNull())
                .isFalse();
        assertThat(refundsOf("mock-" + order.getKey())).isEqualTo(1);
        assertProblem(pay(order), "order-closed");
        assertProblem(cancel(order), "order-closed");
    }

    @Test
    void shouldRecordWhateverIsChargedAndGiveBackWhatPaysNothing() {
        Map.Entry<Long, Long> order = placed();
        long id = order.getKey();

        assertThat(charged("wrong-" + id, id, 1)).isEqualTo("REFUND");
        assertThat(statusOf(id)).isEqualTo("AWAITING_PAYMENT");
        assertThat(pay(order).text("status")).isEqualTo("PAID");
        assertThat(charged("second-" + id, id, PRICE)).isEqualTo("REFUND");
        assertThat(charged("second-" + id, id, PRICE)).isEqualTo("REFUND");

        Map.of("wrong-" + id, "WRONG_AMOUNT", "second-" + id, "ALREADY_PAID").forEach((charge, reason) -> {
            assertThat(awaitState(charge, "REFUNDED").path("reason").asString()).isEqualTo(reason);
            assertThat(refundsOf(charge)).isEqualTo(1);
        });
        assertThat(refundsOf("mock-" + id)).isZero();
        JsonNode seen = get("/api/orders/" + id, order.getValue()).body();
        assertThat(texts(seen, "status", "refundCents")).containsExactly("PAID", Long.toString(PRICE + 1));
    }

    /** After a restore of the database, the order comes back from Kafka later than the provider's notification. */
    @Test
    void shouldPayAnOrderThatIsReplayedAfterItsCharge() {
        long id = newId();
        assertProblem(notified("early-" + id, id, PRICE), 503, "service-unavailable");

        place(reservation(id, newSale(1), newId()));
        assertThat(charged("early-" + id, id, PRICE)).isEqualTo("PAID");
        assertThat(refundsOf("early-" + id)).isZero();
    }

    @Test
    void shouldCloseNoOrderThatMayHaveBeenPaidInTime() {
        Map.Entry<Long, Long> order = placed();
        enterLate(() -> {
            chargedUnnoticed("in-time-" + order.getKey(), order.getKey(), PRICE);
            passDeadline(order.getKey());
            assertStatus(pay(order), 503);
            assertThat(statusOf(order.getKey())).isEqualTo("AWAITING_PAYMENT");
        });
        awaitStatus(order.getKey(), "PAID");
    }

    @Test
    void shouldCloseNoOrderWhoseChargeCannotBeSettled() {
        Map.Entry<Long, Long> order = placed();
        long id = order.getKey();
        enterLate(() -> chargedUnnoticed("no id " + id, id, PRICE));
        await().until(() -> paid.known().charged().contains(id));
        passDeadline(id);
        long unpaid = placed().getKey();
        passDeadline(unpaid);
        awaitStatus(unpaid, "CLOSED");
        assertStatus(pay(order), 503);
        assertThat(statusOf(id)).isEqualTo("AWAITING_PAYMENT");

        update("UPDATE mock_provider_charge SET charge_id = CONCAT('id-', order_id) WHERE order_id = ?", id);
        awaitStatus(id, "PAID");
    }

    /** The provider charged just before the deadline and its answer was lost; no look has found the charge yet. */
    @Test
    void shouldCloseNoOrderBeforeALookHasReachedItsDeadline() {
        Map.Entry<Long, Long> order = placed();
        long id = order.getKey();
        provider.behave(Behaviour.NOT_ANSWERING);
        assertStatus(pay(order), 503);
        update("UPDATE orders SET pay_deadline = UTC_TIMESTAMP(3) WHERE id = ?", id);
        long earlier = placed().getKey();
        passDeadline(earlier);
        awaitStatus(earlier, "CLOSED");
        assertStatus(pay(order), 503);
        assertThat(statusOf(id)).isEqualTo("AWAITING_PAYMENT");

        String madeEarlier = "UPDATE mock_provider_charge SET charged_at = UTC_TIMESTAMP(3) - INTERVAL 4 MINUTE";
        enterLate(() -> update(madeEarlier + " WHERE order_id = ?", id));
        awaitStatus(id, "PAID");
    }

    @Test
    void shouldPayOnceAndGiveBackTheRestOfManyChargesAtOnce() {
        for (int round = 0; round < 10; round++) {
            long id = placed().getKey();
            List<Callable<String>> charges = IntStream.range(0, 6)
                    .mapToObj(n -> (Callable<String>) () -> charged("many-" + id + "-" + n / 2, id, PRICE))
                    .toList();
            assertThat(Together.run(charges)) // each charge comes twice
                    .containsExactlyInAnyOrder("PAID", "PAID", "REFUND", "REFUND", "REFUND", "REFUND");
            assertThat(statusOf(id)).isEqualTo("PAID");
        }
    }

    /** The second attempt waits until the end of the first is recorded, and succeeds. */
    @Test
    void shouldRefundOnceThoughTheAnswerIsLost() {
        assertThat(asked).as("bounded in time").isNotSameAs(provider);
        Map.Entry<Long, Long> order = placed();
        String charge = "mock-" + order.getKey();
        AtomicInteger attempts = new AtomicInteger();
        Semaphore seen = new Semaphore(0);
        provider.behaveWhenRefunding(Behaviour.NOT_ANSWERING);
        provider.beforeRefunding(refunded -> {
            if (refunded.equals(charge) && attempts.incrementAndGet() == 2) {
                seen.acquireUninterruptibly();
            }
        });
        payTooLate(order);
        await().until(() -> refund(charge).path("lastError").asString().equals("no answer"));
        assertThat(statusOf(order.getKey())).isEqualTo("REFUND_DUE");
        assertProblem(pay(order), "order-closed");
        assertProblem(cancel(order), "order-closed");

        provider.behaveWhenRefunding(Behaviour.APPROVING);
        seen.release();
        awaitState(charge, "REFUNDED");
        awaitStatus(order.getKey(), "REFUNDED");
        assertThat(refundsOf(charge)).isEqualTo(1);
    }

    @Test
    void shouldStopAskingInTheEndUntilAnAdministratorHasItTriedAgain() {
        provider.behaveWhenRefunding(Behaviour.NOT_ANSWERING);
        Map.Entry<Long, Long> unanswered = paidTooLate();
        JsonNode given = awaitState("mock-" + unanswered.getKey(), "FAILED");
        assertThat(given.path("attempts").asInt()).isEqualTo(4);

        provider.behaveWhenRefunding(Behaviour.DECLINING);
        Map.Entry<Long, Long> refused = paidTooLate();
        JsonNode failed = awaitState("mock-" + refused.getKey(), "FAILED");
        assertThat(texts(failed, "attempts", "lastError")).containsExactly("1", "the card is closed");

        provider.behaveWhenRefunding(Behaviour.APPROVING);
        assertStatus(retry(given), 200);
        assertStatus(retry(failed), 200);
        awaitStatus(List.of(unanswered.getKey(), refused.getKey()), "REFUNDED");
        assertThat(refundsOf("mock-" + unanswered.getKey())).isEqualTo(1);
        assertThat(retry(failed).text("state")).isEqualTo("REFUNDED");
    }

    @Test
    @Tag("long")
    void shouldMakeEachRefundOnceHoweverManyAreAtIt() {
        provider.behaveWhenRefunding(Behaviour.DECLINING);
        long id = placed().getKey();
        List<String> charges =
                LongStream.range(0, 60).mapToObj(n -> "at-once-" + id + "-" + n).toList();
        charges.forEach(charge -> charged(charge, id, 1));
        charges.forEach(charge -> awaitState(charge, "FAILED"));
        provider.behaveWhenRefunding(Behaviour.APPROVING);
        String due = "state = 'DUE', attempts = 0, next_attempt_at = UTC_TIMESTAMP(3)";
        update("UPDATE refund SET " + due + " WHERE order_id = ? AND state = 'FAILED'", id);

        Together.run(Collections.nCopies(4, Executors.callable(processor::makeDue)));

        charges.forEach(charge -> {
            assertThat(awaitState(charge, "REFUNDED").path("attempts").asInt())
                    .as("attempts")
                    .isEqualTo(1);
            assertThat(refundsOf(charge)).isEqualTo(1);
        });
        assertThat(statusOf(id)).isEqualTo("AWAITING_PAYMENT");
    }

    /**
     * The first charge fills the order's refund column, so the second can never be settled. Other charges still
     * are.
     */
    @Test
    void shouldFindAnOldChargeBesideOneThatCannotBeSettled() {
        // Other tests charge for orders that never come. After four minutes these charges are unsettled, too.
        update("DELETE FROM mock_provider_charge WHERE order_id NOT IN (SELECT id FROM orders)");
        Map.Entry<Long, Long> spoilt = placed();
        String impossible = "impossible-" + spoilt.getKey();
        assertThat(charged("huge-" + spoilt.getKey(), spoilt.getKey(), Long.MAX_VALUE))
                .isEqualTo("REFUND");
        Map.Entry<Long, Long> order = placed();
        String missed = "missed-" + order.getKey();
        enterLate(() -> {
            chargedUnnoticed(impossible, spoilt.getKey(), Long.MAX_VALUE);
            chargedUnnoticed(missed, order.getKey(), PRICE);
        });

        awaitStatus(order.getKey(), "PAID");
        assertThat(number("SELECT COUNT(*) FROM charge WHERE charge_id = ?", impossible))
                .isZero();
        await().untilAsserted(() -> assertThat(
                        meters.get("flashsale.payments.unsettled").gauge().value())
                .isEqualTo(1));
        update("DELETE FROM mock_provider_charge WHERE charge_id = ?", impossible);
    }

    @Test
    void shouldHaveTheDatabaseRefuseToPayTwiceAndToGiveBackWhatPaid() {
        Map.Entry<Long, Long> order = placed();
        long id = order.getKey();
        assertThat(pay(order).text("status")).isEqualTo("PAID");
        assertThat(charged("second-" + id, id, PRICE)).isEqualTo("REFUND");

        assertThatThrownBy(() -> update("UPDATE charge SET outcome = 'PAID' WHERE charge_id = ?", "second-" + id))
                .isInstanceOf(DataIntegrityViolationException.class);
        for (String charge : List.of("mock-" + id, "second-" + id)) {
            assertThatThrownBy(() -> update("""
                            INSERT INTO refund (charge_id, order_id, amount_cents, reason, next_attempt_at, created_at)
                            VALUES (?, ?, 1, 'ALREADY_PAID', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
                            """, charge, id)).isInstanceOf(DataIntegrityViolationException.class);
        }
    }

    @Test
    void shouldBeForAdministratorsOnly() {
        assertProblem(call("GET", ADDRESS, token(5), null), "forbidden");
        assertProblem(call("POST", ADDRESS + "/1/retry", token(5), null), "forbidden");
        assertProblem(asAdmin("POST", ADDRESS + "/987654321/retry"), "not-found");
        assertProblem(asAdmin("GET", ADDRESS + "?limit=0"), "invalid-request");
        assertProblem(asAdmin("GET", ADDRESS + "?limit=501"), "invalid-request");
    }
}
