package io.flashsale.order.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.testing.RecordedLog;
import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubStockService.Behaviour;
import io.flashsale.order.provider.NotificationSignature;
import io.flashsale.order.provider.PaymentNotification;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Payments against everything that may happen at the same time. */
class PaymentIT extends OrderServiceFixture {

    private static final int RACES = 60;

    @RegisterExtension
    private final RecordedLog security = new RecordedLog(SecurityLog.NAME);

    private String notification(long order, String payment, long cents) {
        return json.writeValueAsString(new PaymentNotification(order, payment, cents, Instant.now()));
    }

    private long charges(long order) {
        return number("SELECT COUNT(*) FROM charge WHERE order_id = ?", order);
    }

    private static List<Long> idsOf(List<Map.Entry<Long, Long>> orders) {
        return orders.stream().map(Map.Entry::getKey).toList();
    }

    /** Runs two calls on one order: first then second, second then first, or both at the same moment. */
    private <T> List<T> race(int number, Callable<T> first, Callable<T> second) throws Exception {
        return switch (number % 4) {
            case 0 -> List.of(first.call(), second.call());
            case 1 -> {
                T before = second.call();
                yield List.of(first.call(), before);
            }
            default -> Together.run(first, second);
        };
    }

    @Test
    void shouldChargeOnceHoweverOftenAndHoweverSimultaneouslyOnePays() throws Exception {
        List<Map.Entry<Long, Long>> orders = new ArrayList<>(placed(RACES).entrySet());
        for (int i = 0; i < RACES; i++) {
            long order = orders.get(i).getKey();
            long user = orders.get(i).getValue();

            List<Answer> answers = race(i, () -> pay(order, user), () -> pay(order, user));

            assertThat(answers).allSatisfy(answer -> {
                assertStatus(answer, 200);
                assertThat(answer.text("status")).isEqualTo("PAID");
            });
            assertThat(charges(order)).isEqualTo(1);
        }
        assertThat(finalReleases(idsOf(orders))).isEmpty();
    }

    @Test
    void shouldPayACrowdAndTellEachWhatCameOfHisOwnPayment() {
        List<Map.Entry<Long, Long>> orders = new ArrayList<>(placed(120).entrySet());
        List<Map.Entry<Long, Long>> cancelled = orders.subList(0, 10);
        List<Map.Entry<Long, Long>> notified = orders.subList(10, 20);
        cancelled.forEach(order -> cancel(order));
        // The provider's notification came before its answer.
        notified.forEach(order -> notified(notification(order.getKey(), "before-" + order.getKey(), 1_990)));

        List<Answer> answers = Together.run(
                orders.stream().<Callable<Answer>>map(order -> () -> pay(order)).toList());

        assertThat(answers.subList(0, 10)).allSatisfy(answer -> assertProblem(answer, "order-closed"));
        assertThat(answers.subList(10, 120))
                .allSatisfy(answer -> assertThat(answer.text("status")).isEqualTo("PAID"));
        assertThat(orders.subList(10, 120)).allSatisfy(order -> {
            assertThat(statusOf(order.getKey())).isEqualTo("PAID");
            assertThat(charges(order.getKey())).isEqualTo(1);
        });
    }

    @Test
    void shouldEitherPayOrCancelAndGiveBackOnceIfCancelled() throws Exception {
        List<Map.Entry<Long, Long>> orders = new ArrayList<>(placed(RACES).entrySet());
        Set<String> seen = new TreeSet<>();
        List<Long> closed = new ArrayList<>();
        for (int i = 0; i < RACES; i++) {
            long order = orders.get(i).getKey();
            long user = orders.get(i).getValue();

            List<Answer> answers = race(i, () -> pay(order, user), () -> cancel(order, user));

            // Cancelled while the provider charged: the money goes back.
            String status = statusOf(order).replaceAll("REFUND(_DUE|ED)", "REFUND");
            assertThat(status
                            + answers.stream()
                                    .map(answer -> " " + answer.status() + answer.problem())
                                    .collect(Collectors.joining()))
                    .isIn("PAID 200 409order-paid", "CLOSED 409order-closed 200", "REFUND 409order-closed 200");
            seen.add(status);
            if (!status.equals("PAID")) {
                closed.add(order);
            }
        }
        awaitOutboxEmpty();
        assertThat(seen).contains("PAID", "CLOSED");
        assertThat(releases(idsOf(orders)))
                .containsOnlyKeys(closed)
                .allSatisfy((order, reasons) -> assertThat(reasons).containsExactly(Reason.CANCELLED));
    }

    @Test
    void shouldEitherPayOrCloseAtTheDeadlineAndGiveBackOnceIfClosed() throws Exception {
        List<Map.Entry<Long, Long>> orders = new ArrayList<>(placed(RACES).entrySet());
        List<Long> refundDue = new ArrayList<>();
        for (int i = 0; i < RACES; i++) {
            long order = orders.get(i).getKey();
            String paid = notification(order, "late-" + order, 1_990);

            boolean awaitClosing = i / 4 % 2 == 0; // in each kind of race
            race(i, () -> notified(paid), () -> {
                passDeadline(order);
                if (awaitClosing) {
                    await().pollInterval(Duration.ofMillis(20))
                            .until(() -> !statusOf(order).equals("AWAITING_PAYMENT"));
                }
                return notified(paid);
            });

            assertThat(statusOf(order)).isIn("PAID", "REFUND_DUE");
            assertThat(charges(order)).isEqualTo(1);
            if (statusOf(order).equals("REFUND_DUE")) {
                refundDue.add(order);
            }
        }
        awaitOutboxEmpty();
        assertThat(refundDue).isNotEmpty().hasSizeLessThan(RACES);
        assertThat(releases(idsOf(orders)))
                .containsOnlyKeys(refundDue)
                .allSatisfy((order, reasons) -> assertThat(reasons).containsExactly(Reason.PAYMENT_OVERDUE));
    }

    @Test
    void shouldRefuseToChargePastTheDeadlineThoughTheOrderIsNotScannedYet() {
        Map.Entry<Long, Long> order = placed();
        passDeadline(order.getKey());

        // 503 until a look for missed charges has succeeded: none may have yet, or the last one may have failed.
        assertProblem(await().until(() -> pay(order), answer -> answer.status() != 503), "order-closed");

        assertThat(statusOf(order.getKey())).isEqualTo("CLOSED");
        assertThat(charges(order.getKey())).isZero();
    }

    @Test
    void shouldBelieveNoNotificationThatTheProviderDidNotSignAndLeaveATraceOfIt() {
        Map.Entry<Long, Long> order = placed();
        String body = notification(order.getKey(), "p", 1_990);
        NotificationSignature foreign = new NotificationSignature("another-secret-altogether", Clock.systemUTC());
        NotificationSignature old =
                new NotificationSignature(PAYMENT_SECRET, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-6)));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String path = "/api/payments/notifications";

        for (String forged : List.of("", "v1=00", foreign.sign(bytes), old.sign(bytes), SIGNATURE.sign(new byte[0]))) {
            assertStatus(call("POST", path, "", body, NotificationSignature.HEADER, forged + " "), 401);
        }
        assertStatus(call("POST", path, "", body, "X-Forwarded-For", "192.0.2.82"), 401);
        assertThat(statusOf(order.getKey())).isEqualTo("AWAITING_PAYMENT");
        assertThat(security.lines())
                .filteredOn(line -> line.startsWith("TOKEN_REFUSED account=0 address=192.0.2.82 POST " + path))
                .hasSize(1);
    }

    @Test
    void shouldTakeNothingForANotificationThatIsNone() {
        for (String body : List.of("{}", "null", "no json")) {
            assertProblem(notified(body), "invalid-request");
        }
    }

    @Test
    void shouldNameWhyAnOrderCannotBePaidOrCancelled() {
        long queued = newId();
        STOCK.reserved(queued, 1, 5);
        assertProblem(pay(queued, 5), "order-queued");
        assertProblem(cancel(queued, 5), "order-queued");

        long rejected = newId();
        send(reservation(rejected, newId(), 5)); // a sale without stock
        awaitStatus(rejected, "REJECTED");
        assertProblem(pay(rejected, 5), "order-rejected");
        assertProblem(cancel(rejected, 5), "order-rejected");

        Map.Entry<Long, Long> order = placed();
        Answer paid = call("POST", "/api/orders/" + order.getKey() + "/payment", token(order.getValue()), "{}");
        assertThat(paid.text("status")).isEqualTo("PAID");
        assertProblem(cancel(order), "order-paid");
    }

    @Test
    void shouldNotTellAStrangerThatThereIsAnOrder() {
        Map.Entry<Long, Long> order = placed();
        long stranger = order.getValue() + 1;
        long queued = newId();
        STOCK.reserved(queued, 1, 5);

        for (long id : List.of(order.getKey(), queued, newId(), 0L, -1L)) {
            assertProblem(pay(id, stranger), "order-not-found");
            assertProblem(cancel(id, stranger), "order-not-found");
            assertProblem(get("/api/orders/" + id, stranger), "order-not-found");
            assertProblem(get("/api/orders/" + id + "/events", stranger), "order-not-found");
        }
        assertThat(statusOf(order.getKey())).isEqualTo("AWAITING_PAYMENT");
    }

    @Test
    void shouldSayTryAgainWhileNobodyKnowsWhetherAnOrderWasAccepted() {
        for (Behaviour behaviour : List.of(Behaviour.DOWN, Behaviour.MISROUTED, Behaviour.ANSWER_LOST)) {
            STOCK.behave(behaviour);
            Answer answer = get("/api/orders/" + newId(), 5);
            assertProblem(answer, "service-unavailable");
            assertThat(answer.raw().headers().firstValue("Retry-After")).isPresent();
        }
    }
}
