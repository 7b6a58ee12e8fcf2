package io.flashsale.contracts.testing;

import static io.flashsale.contracts.testing.InternalCalls.newId;
import static io.flashsale.contracts.testing.InternalCalls.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.coupon.CouponRedemption;
import io.flashsale.contracts.coupon.CouponReserved;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.coupon.CouponSettled.Outcome;
import io.flashsale.contracts.coupon.ReserveCoupon;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The internal interface {@link CouponRedemption} of coupon-service, and the effect of {@link CouponSettled} on it. */
public interface CouponRedemptionContract {

    long OFF = 500;
    long PRICE = 2_000;
    long USER = 7;

    String url();

    /** The token that other services call with. */
    String serviceToken();

    /** A coupon of the shopper that takes {@value #OFF} cents off any price. */
    long coupon(long userId);

    /** A coupon that the shopper can no longer use. */
    long expiredCoupon(long userId);

    /** Does what coupon-service does when it hears of an order's outcome. */
    void settle(CouponSettled settled);

    private CouponRedemption coupons() {
        return InternalCalls.to(url(), serviceToken(), CouponRedemption.class);
    }

    private static ReserveCoupon command(long order, int attempt) {
        return new ReserveCoupon(order, attempt, USER, 1, PRICE);
    }

    private CouponReserved reserve(long coupon, long order, int attempt) {
        return coupons().reserve(coupon, command(order, attempt));
    }

    private String refused(long coupon, ReserveCoupon command) {
        return refusal("reason", () -> coupons().reserve(coupon, command));
    }

    private String holderToldOf(long coupon) {
        return refusal("orderId", () -> coupons().reserve(coupon, command(newId(), 1)));
    }

    private void settle(long coupon, long order, int attempt, Outcome outcome) {
        settle(new CouponSettled(coupon, order, attempt, outcome, outcome == Outcome.USED ? OFF : 0));
    }

    @Test
    default void shouldKeepTheCouponForOneOrderAndNameItToOthers() {
        long coupon = coupon(USER);
        long order = newId();
        for (int call = 0; call < 2; call++) {
            assertThat(reserve(coupon, order, 1)).isEqualTo(new CouponReserved(coupon, order, OFF));
        }
        assertThat(holderToldOf(coupon)).isEqualTo("409 coupon-in-use " + order);
        settle(coupon, order, 1, Outcome.USED);
        assertThat(reserve(coupon, order, 1)).isEqualTo(new CouponReserved(coupon, order, OFF));
        assertThat(holderToldOf(coupon)).as("used is used").isEqualTo("409 coupon-in-use " + order);
    }

    @Test
    default void shouldGiveTheCouponBackWhoseOrderWasPaidAndIsRefunded() {
        long coupon = coupon(USER);
        long refunded = newId();
        reserve(coupon, refunded, 1);
        settle(coupon, refunded, 1, Outcome.USED);
        for (int delivery = 0; delivery < 2; delivery++) {
            settle(coupon, refunded, 1, Outcome.FREED);
        }
        long next = newId();
        assertThat(reserve(coupon, next, 1)).isEqualTo(new CouponReserved(coupon, next, OFF));
        settle(coupon, refunded, 1, Outcome.FREED);
        assertThat(holderToldOf(coupon)).as("a late repetition").isEqualTo("409 coupon-in-use " + next);
    }

    @Test
    default void shouldFreeTheCouponAndRefuseTheAttemptThatHasEnded() {
        long coupon = coupon(USER);
        long order = newId();
        reserve(coupon, order, 1);
        settle(coupon, order, 1, Outcome.FREED);
        assertThat(refused(coupon, command(order, 1))).isEqualTo("409 coupon-not-usable ATTEMPT_ENDED");
        reserve(coupon, order, 2);
        settle(coupon, order, 2, Outcome.FREED);
        reserve(coupon, newId(), 1);
    }

    @Test
    default void shouldRefuseAnAttemptWhoseEndCameFirst() {
        long coupon = coupon(USER);
        long order = newId();
        settle(coupon, order, 1, Outcome.FREED);
        assertThat(refused(coupon, command(order, 1))).isEqualTo("409 coupon-not-usable ATTEMPT_ENDED");
        reserve(coupon, newId(), 1);
    }

    @Test
    default void shouldLetALaterAttemptTakeThePlaceOfAnEarlierOne() {
        long coupon = coupon(USER);
        long order = newId();
        reserve(coupon, order, 1);
        assertThat(reserve(coupon, order, 2)).isEqualTo(new CouponReserved(coupon, order, OFF));
        assertThat(refused(coupon, command(order, 1))).isEqualTo("409 coupon-not-usable ATTEMPT_ENDED");
        settle(coupon, order, 1, Outcome.FREED);
        assertThat(holderToldOf(coupon)).isEqualTo("409 coupon-in-use " + order);
    }

    @Test
    default void shouldNeverTakeOffMoreThanThePrice() {
        ReserveCoupon cheap = new ReserveCoupon(newId(), 1, USER, 1, OFF - 1);
        assertThat(coupons().reserve(coupon(USER), cheap).discountCents()).isEqualTo(OFF - 1);
        assertThat(refused(coupon(USER), new ReserveCoupon(newId(), 1, USER, 1, 0)))
                .isEqualTo("409 coupon-not-usable NO_DISCOUNT");
    }

    @Test
    default void shouldRefuseACouponThatTheShopperDoesNotHave() {
        assertThat(refused(newId(), command(newId(), 1))).isEqualTo("404 coupon-not-found");
        assertThat(refused(coupon(USER + 1), command(newId(), 1))).isEqualTo("404 coupon-not-found");
    }

    @Test
    default void shouldRefuseWhatIsNoCommand() {
        long coupon = coupon(USER);
        for (ReserveCoupon wrong :
                List.of(command(0, 1), command(newId(), 0), new ReserveCoupon(newId(), 1, USER, 1, -1))) {
            assertThat(refused(coupon, wrong)).as("%s", wrong).isEqualTo("400 invalid-request");
        }
        reserve(coupon, newId(), 1);
    }

    @Test
    default void shouldReserveForACommandOfALaterVersion() {
        long coupon = coupon(USER);
        long order = newId();
        CouponReserved answer = InternalCalls.post(
                url() + "/internal/coupons/" + coupon + "/reservations",
                serviceToken(),
                Recorded.withUnknownFields(command(order, 1)),
                CouponReserved.class);
        assertThat(answer).isEqualTo(new CouponReserved(coupon, order, OFF));
    }

    @Test
    default void shouldSayWhyACouponCannotBeUsed() {
        assertThat(refused(expiredCoupon(USER), command(newId(), 1))).isEqualTo("409 coupon-not-usable EXPIRED");
    }
}
