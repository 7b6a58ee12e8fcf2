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
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Paying with a coupon: despite any failure or repetition, the coupon is used once, or free again. */
class CouponPaymentIT extends OrderServiceFixture {

    private static final long PRICE = 1_990;
    private static final long OFF = 500;

    private long order;
    private long user;

    @BeforeEach
    void buy() {
        Map.Entry<Long, Long> bought = placed();
        order = bought.getKey();
        user = bought.getValue();
    }

    private static long coupon(long discount) {
        long coupon = newId();
        COUPONS.coupon(coupon, discount);
        return coupon;
    }

    private Answer payWith(Object coupon) {
        return call("POST", "/api/orders/" + order + "/payment", token(user), "{\"couponId\": \"" + coupon + "\"}");
    }

    /** What coupon-service was told of the order, such as {@code USED 1}: outcome and attempt. */
    private List<String> settlements() {
        awaitOutboxEmpty();
        return messages(CouponSettled.TOPIC).stream()
                .map(message -> json.readValue(message.value(), CouponSettled.class))
                .filter(settled -> settled.orderId() == order)
                .map(settled -> settled.outcome() + " " + settled.attempt())
                .distinct()
                .toList();
    }

    private long paid() {
        return number("SELECT amount_cents FROM charge WHERE order_id = ? AND outcome = 'PAID'", order);
    }

    @Test
    void shouldPayLessAndUseTheCouponOnceHoweverOftenOnePays() throws Exception {
        long coupon = coupon(OFF);

        List<Answer> both = Together.run(() -> payWith(coupon), () -> payWith(coupon));
        Answer again = payWith(coupon);

        assertThat(both).allSatisfy(answer -> assertStatus(answer, 200));
        assertThat(texts(again.body(), "status", "couponId")).containsExactly("PAID", Long.toString(coupon));
        assertThat(again.number("discountCents")).isEqualTo(OFF);
        assertThat(again.number("priceCents")).isEqualTo(PRICE);
        assertThat(paid()).isEqualTo(PRICE - OFF);
        assertThat(settlements()).containsExactly("USED 1");
        ReserveCoupon asked = COUPONS.asked(order).getFirst();
        assertThat(asked.userId()).isEqualTo(user);
        assertThat(asked.priceCents()).isEqualTo(PRICE);
    }

    @Test
    void shouldNotAskCouponServiceWithoutACoupon() {
        COUPONS.behave(Behaviour.DOWN);
        Answer paid = pay(order, user);
        assertStatus(paid, 200);
        assertThat(paid.body().has("couponId")).isFalse();
        assertThat(COUPONS.asked(order)).isEmpty();
        assertThat(settlements()).isEmpty();
    }

    @Test
    void shouldSayWhyACouponCannotBeUsedAndThenTakeAnotherOne() {
        long taken = coupon(OFF);
        COUPONS.held(taken, 77);

        assertProblem(payWith(newId()), "coupon-not-found");
        Answer expired = payWith(coupon(0));
        assertProblem(expired, "coupon-not-usable");
        assertThat(expired.text("reason")).isEqualTo("EXPIRED");
        assertThat(payWith(coupon(-1)).text("reason")).isEqualTo("OF_A_LATER_VERSION");
        Answer inUse = payWith(taken);
        assertProblem(inUse, 409, "coupon-in-use");
        assertThat(inUse.text("orderId")).isEqualTo("77");
        assertProblem(payWith("abc"), "invalid-request");

        assertThat(payWith(coupon(PRICE)).status()).as("for nothing").isEqualTo(200);
        assertThat(paid()).isZero();
        assertThat(settlements()).containsExactlyInAnyOrder("FREED 1", "FREED 2", "FREED 3", "FREED 4", "USED 5");
    }

    @Test
    void shouldFreeTheCouponWhenThePaymentIsDeclinedAndTakeItAgain() {
        long coupon = coupon(OFF);
        provider.behave(StubPaymentProvider.Behaviour.DECLINING);
        assertProblem(payWith(coupon), "payment-declined");
        assertThat(settlements()).containsExactly("FREED 1");

        provider.behave(StubPaymentProvider.Behaviour.APPROVING);
        assertStatus(payWith(coupon), 200);
        assertThat(settlements()).containsExactlyInAnyOrder("FREED 1", "USED 2");
    }

    @Test
    void shouldGoOnWithAPaymentThatWasNotAnsweredWhateverIsAskedThen() {
        long coupon = coupon(OFF);
        provider.behave(StubPaymentProvider.Behaviour.NOT_ANSWERING);
        assertStatus(payWith(coupon), 503);

        Answer other = payWith(coupon(100));
        assertProblem(other, "payment-pending");
        assertThat(other.text("couponId")).isEqualTo(Long.toString(coupon));
        assertThat(get("/api/orders/" + order, user).number("discountCents")).isEqualTo(OFF);

        provider.behave(StubPaymentProvider.Behaviour.APPROVING);
        assertThat(pay(order, user).number("discountCents")).isEqualTo(OFF);
        assertThat(provider.charged()).containsOnly(PRICE - OFF);
        assertThat(settlements()).containsExactly("USED 1");
    }

    @Test
    void shouldFreeWhatMayBeReservedWhenOnePaysWithoutItOrNotAtAll() {
        COUPONS.behave(Behaviour.ANSWER_LOST);
        assertProblem(payWith(coupon(OFF)), 503, "coupons-unavailable");
        assertStatus(pay(order, user), 200);
        assertThat(paid()).isEqualTo(PRICE);
        assertThat(settlements()).containsExactly("FREED 1");

        buy(); // another order
        payWith(coupon(OFF));
        passDeadline(order);
        awaitStatus(order, "CLOSED");
        assertThat(settlements()).containsExactly("FREED 1");
    }

    @Test
    void shouldFreeACouponThatIsReservedAfterTheSameAttemptWasRefused() {
        long coupon = coupon(OFF);
        COUPONS.held(coupon, 77);
        Semaphore refused = new Semaphore(0);
        COUPONS.beforeAnswering(refused::acquireUninterruptibly);

        List<Answer> doubleClick = Together.run(() -> payWith(coupon), () -> {
            await().until(() -> COUPONS.asked(order).size() == 1);
            Answer second = payWith(coupon);
            COUPONS.freed(coupon);
            refused.release();
            return second;
        });

        assertProblem(doubleClick.get(1), "coupon-in-use");
        assertThat(doubleClick.get(0).status())
                .as("reserved for an attempt that has ended")
                .isGreaterThanOrEqualTo(400);
        assertThat(settlements()).containsExactly("FREED 1");
    }

    @Test
    void shouldFreeTheCouponOfAnOrderThatClosesWhileItIsBeingPaidAndRefund() {
        provider.beforeAnswering(() -> {
            passDeadline(order);
            awaitStatus(order, "CLOSED");
        });
        assertProblem(payWith(coupon(OFF)), "order-closed");
        awaitStatus(order, "REFUNDED");
        assertThat(get("/api/orders/" + order, user).number("refundCents"))
                .as("the refund is what was paid")
                .isEqualTo(PRICE - OFF);
        assertThat(settlements()).containsExactly("FREED 1");
    }

    @Test
    void shouldTakeOnlyThePriceOrWhatWasChargedWithTheCoupon() {
        provider.behave(StubPaymentProvider.Behaviour.NOT_ANSWERING);
        payWith(coupon(OFF));
        assertThat(outcome("a", PRICE - OFF - 1)).isEqualTo("REFUND");
        assertThat(outcome("b", 0)).isEqualTo("REFUND");
        assertThat(outcome("c", PRICE)).as("paid in full after all").isEqualTo("PAID");
        assertThat(outcome("c", PRICE)).as("a repetition changes nothing").isEqualTo("PAID");
        assertThat(outcome("d", PRICE - OFF)).isEqualTo("REFUND");
        assertThat(paid()).isEqualTo(PRICE);
        assertThat(settlements()).containsExactly("FREED 1");
    }

    @Test
    void shouldTakeWhatWasChargedWithTheCouponWhenTheProviderSaysSoByItself() {
        provider.behave(StubPaymentProvider.Behaviour.NOT_ANSWERING);
        payWith(coupon(OFF));
        assertThat(outcome("e", PRICE - OFF)).isEqualTo("PAID");
        assertThat(paid()).isEqualTo(PRICE - OFF);
        assertThat(settlements()).containsExactly("USED 1");
    }

    private String outcome(String charge, long cents) {
        return notified(new PaymentNotification(order, charge + "-" + order, cents, Instant.now()))
                .text("outcome");
    }
}
