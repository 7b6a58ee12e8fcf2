package io.flashsale.order.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.coupon.ReserveCoupon;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubCouponService.Behaviour;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.StubPaymentProvider;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Paying with a coupon: despite any failure or repetition, the coupon is used once, or free again. */
class CouponPaymentIT extends OrderServiceFixture {

    private static final long PRICE = 1_990;
    private static final long OFF = 500;

    private static long coupon(long discount) {
        long coupon = newId();
        COUPONS.coupon(coupon, discount);
        return coupon;
    }

    private Answer pay(long order, long user, long coupon) {
        return call("POST", "/api/orders/" + order + "/payment", token(user), "{\"couponId\": \"" + coupon + "\"}");
    }

    /** What coupon-service was told of the order, such as {@code USED 1}: outcome and attempt. */
    private List<String> settlements(long order) {
        awaitOutboxEmpty();
        return messages(CouponSettled.TOPIC).stream()
                .map(message -> json.readValue(message.value(), CouponSettled.class))
                .filter(settled -> settled.orderId() == order)
                .map(settled -> settled.outcome() + " " + settled.attempt())
                .distinct()
                .toList();
    }

    private long paid(long order) {
        return number("SELECT amount_cents FROM charge WHERE order_id = ? AND outcome = 'PAID'", order);
    }

    @Test
    void shouldPayLessAndUseTheCouponOnceHoweverOftenOnePays() throws Exception {
        var bought = placed();
        long order = bought.getKey();
        long user = bought.getValue();
        long coupon = coupon(OFF);

        List<Answer> both = Together.run(() -> pay(order, user, coupon), () -> pay(order, user, coupon));
        Answer again = pay(order, user, coupon);

        assertThat(both)
                .allSatisfy(answer ->
                        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200));
        assertThat(again.text("status")).isEqualTo("PAID");
        assertThat(again.text("couponId")).isEqualTo(Long.toString(coupon));
        assertThat(again.number("discountCents")).isEqualTo(OFF);
        assertThat(again.number("priceCents")).isEqualTo(PRICE);
        assertThat(paid(order)).isEqualTo(PRICE - OFF);
        assertThat(settlements(order)).containsExactly("USED 1");
        ReserveCoupon asked = COUPONS.asked(order).getFirst();
        assertThat(asked.userId()).isEqualTo(user);
        assertThat(asked.priceCents()).isEqualTo(PRICE);
    }

    @Test
    void shouldNotAskCouponServiceWithoutACoupon() {
        var bought = placed();
        COUPONS.behave(Behaviour.DOWN);
        Answer paid = pay(bought);
        assertStatus(paid, 200);
        assertThat(paid.body().has("couponId")).isFalse();
        assertThat(COUPONS.asked(bought.getKey())).isEmpty();
        assertThat(settlements(bought.getKey())).isEmpty();
    }

    @Test
    void shouldSayWhyACouponCannotBeUsedAndThenTakeAnotherOne() {
        var bought = placed();
        long order = bought.getKey();
        long user = bought.getValue();
        long taken = coupon(OFF);
        COUPONS.held(taken, 77);

        assertProblem(pay(order, user, newId()), "coupon-not-found");
        Answer expired = pay(order, user, coupon(0));
        assertProblem(expired, "coupon-not-usable");
        assertThat(expired.text("reason")).isEqualTo("EXPIRED");
        assertThat(pay(order, user, coupon(-1)).text("reason")).isEqualTo("OF_A_LATER_VERSION");
        Answer inUse = pay(order, user, taken);
        assertProblem(inUse, 409, "coupon-in-use");
        assertThat(inUse.text("orderId")).isEqualTo("77");
        Answer nonsense = call("POST", "/api/orders/" + order + "/payment", token(user), "{\"couponId\": \"abc\"}");
        assertProblem(nonsense, "invalid-request");

        assertThat(pay(order, user, coupon(PRICE)).status()).as("for nothing").isEqualTo(200);
        assertThat(paid(order)).isZero();
        assertThat(settlements(order)).containsExactlyInAnyOrder("FREED 1", "FREED 2", "FREED 3", "FREED 4", "USED 5");
    }

    @Test
    void shouldFreeTheCouponWhenThePaymentIsDeclinedAndTakeItAgain() {
        var bought = placed();
        long order = bought.getKey();
        long coupon = coupon(OFF);
        provider.behave(StubPaymentProvider.Behaviour.DECLINING);
        assertProblem(pay(order, bought.getValue(), coupon), "payment-declined");
        assertThat(settlements(order)).containsExactly("FREED 1");

        provider.behave(StubPaymentProvider.Behaviour.APPROVING);
        assertStatus(pay(order, bought.getValue(), coupon), 200);
        assertThat(settlements(order)).containsExactlyInAnyOrder("FREED 1", "USED 2");
    }

    @Test
    void shouldGoOnWithAPaymentThatWasNotAnsweredWhateverIsAskedThen() {
        var bought = placed();
        long order = bought.getKey();
        long user = bought.getValue();
        long coupon = coupon(OFF);
        provider.behave(StubPaymentProvider.Behaviour.NOT_ANSWERING);
        assertStatus(pay(order, user, coupon), 503);

        Answer other = pay(order, user, coupon(100));
        assertProblem(other, "payment-pending");
        assertThat(other.text("couponId")).isEqualTo(Long.toString(coupon));
        assertThat(get("/api/orders/" + order, user).number("discountCents")).isEqualTo(OFF);

        provider.behave(StubPaymentProvider.Behaviour.APPROVING);
        assertThat(pay(order, user).number("discountCents")).isEqualTo(OFF);
        assertThat(provider.charged()).containsOnly(PRICE - OFF);
        assertThat(settlements(order)).containsExactly("USED 1");
    }

    @Test
    void shouldFreeWhatMayBeReservedWhenOnePaysWithoutItOrNotAtAll() {
        var bought = List.copyOf(placed(2).entrySet());
        long order = bought.get(0).getKey();
        COUPONS.behave(Behaviour.ANSWER_LOST);
        Answer unknown = pay(order, bought.get(0).getValue(), coupon(OFF));
        assertProblem(unknown, 503, "coupons-unavailable");
        assertStatus(pay(order, bought.get(0).getValue()), 200);
        assertThat(paid(order)).isEqualTo(PRICE);
        assertThat(settlements(order)).containsExactly("FREED 1");

        long abandoned = bought.get(1).getKey();
        pay(abandoned, bought.get(1).getValue(), coupon(OFF));
        passDeadline(abandoned);
        awaitStatus(abandoned, "CLOSED");
        assertThat(settlements(abandoned)).containsExactly("FREED 1");
    }

    @Test
    void shouldFreeACouponThatIsReservedAfterTheSameAttemptWasRefused() {
        var bought = placed();
        long order = bought.getKey();
        long user = bought.getValue();
        long coupon = coupon(OFF);
        COUPONS.held(coupon, 77);
        Semaphore refused = new Semaphore(0);
        COUPONS.beforeAnswering(refused::acquireUninterruptibly);

        List<Answer> doubleClick = Together.run(() -> pay(order, user, coupon), () -> {
            await().until(() -> COUPONS.asked(order).size() == 1);
            Answer second = pay(order, user, coupon);
            COUPONS.freed(coupon);
            refused.release();
            return second;
        });

        assertProblem(doubleClick.get(1), "coupon-in-use");
        assertThat(doubleClick.get(0).status())
                .as("reserved for an attempt that has ended")
                .isGreaterThanOrEqualTo(400);
        assertThat(settlements(order)).containsExactly("FREED 1");
    }

    @Test
    void shouldFreeTheCouponOfAnOrderThatClosesWhileItIsBeingPaidAndRefund() {
        var bought = placed();
        long order = bought.getKey();
        provider.beforeAnswering(() -> {
            passDeadline(order);
            awaitStatus(order, "CLOSED");
        });
        assertProblem(pay(order, bought.getValue(), coupon(OFF)), "order-closed");
        awaitStatus(order, "REFUNDED");
        assertThat(get("/api/orders/" + order, bought.getValue()).number("refundCents"))
                .as("the refund is what was paid")
                .isEqualTo(PRICE - OFF);
        assertThat(settlements(order)).containsExactly("FREED 1");
    }

    @Test
    void shouldTakeOnlyThePriceOrWhatWasChargedWithTheCoupon() {
        var bought = placed();
        long order = bought.getKey();
        long user = bought.getValue();
        provider.behave(StubPaymentProvider.Behaviour.NOT_ANSWERING);
        pay(order, user, coupon(OFF));
        assertThat(outcome(order, "a", PRICE - OFF - 1)).isEqualTo("REFUND");
        assertThat(outcome(order, "b", 0)).isEqualTo("REFUND");
        assertThat(outcome(order, "c", PRICE)).as("paid in full after all").isEqualTo("PAID");
        assertThat(outcome(order, "c", PRICE))
                .as("a repetition changes nothing")
                .isEqualTo("PAID");
        assertThat(outcome(order, "d", PRICE - OFF)).isEqualTo("REFUND");
        assertThat(paid(order)).isEqualTo(PRICE);
        assertThat(settlements(order)).containsExactly("FREED 1");
    }

    @Test
    void shouldTakeWhatWasChargedWithTheCouponWhenTheProviderSaysSoByItself() {
        var bought = placed();
        long order = bought.getKey();
        provider.behave(StubPaymentProvider.Behaviour.NOT_ANSWERING);
        pay(order, bought.getValue(), coupon(OFF));
        assertThat(outcome(order, "e", PRICE - OFF)).isEqualTo("PAID");
        assertThat(paid(order)).isEqualTo(PRICE - OFF);
        assertThat(settlements(order)).containsExactly("USED 1");
    }

    private String outcome(long order, String charge, long cents) {
        return notified(new PaymentNotification(order, charge + "-" + order, cents, Instant.now()))
                .text("outcome");
    }
}
