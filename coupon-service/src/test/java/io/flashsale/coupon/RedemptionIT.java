package io.flashsale.coupon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.Together;
import io.flashsale.commons.testing.WrittenDeadLetters.Letter;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.coupon.CouponSettled.Outcome;
import io.flashsale.contracts.coupon.ReserveCoupon;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Redemption: reserve by HTTP, use or free by Kafka, in any sequence and any number of times. */
class RedemptionIT extends CouponServiceFixture {

    private static final long PRICE = 2_000;

    private Answer reserve(long coupon, long user, long order, int attempt, long sale, long price) {
        String body = json.writeValueAsString(new ReserveCoupon(order, attempt, user, sale, price));
        return call("POST", "/internal/coupons/" + coupon + "/reservations", service(), body);
    }

    private Answer reserve(long coupon, long user, long order, int attempt) {
        return reserve(coupon, user, order, attempt, 1, PRICE);
    }

    private void settle(long coupon, long order, int attempt, Outcome outcome) {
        CouponSettled message = new CouponSettled(coupon, order, attempt, outcome, outcome == Outcome.USED ? 500 : 0);
        send(CouponSettled.TOPIC, coupon, json.writeValueAsBytes(message));
    }

    private String stateOf(long coupon) {
        return jdbc.sql("SELECT CONCAT(status, ' ', COALESCE(order_id, '-')) FROM coupon WHERE id = ?")
                .param(coupon)
                .query(String.class)
                .single();
    }

    private void awaitState(long coupon, String state) {
        await().atMost(SOON).until(() -> stateOf(coupon), state::equals);
    }

    private void awaitFlow(long coupon, String type, int attempt) {
        String flows = "SELECT COUNT(*) FROM coupon_flow WHERE coupon_id = %d AND attempt = %d AND type = '%s'";
        await().atMost(SOON).until(() -> number(flows.formatted(coupon, attempt, type)) == 1);
    }

    @Test
    void shouldReserveThenUseOnceHoweverOftenItIsTold() {
        long coupon = claimed(template(1, FIVE_OFF), 7);
        long order = newId();
        assertThat(reserve(coupon, 7, order, 1).status()).isEqualTo(200);
        assertThat(stateOf(coupon)).isEqualTo("RESERVED " + order);
        settle(coupon, order, 1, Outcome.USED);
        settle(coupon, order, 1, Outcome.USED);
        awaitState(coupon, "USED " + order);

        settle(coupon, order, 2, Outcome.FREED);
        awaitFlow(coupon, "FREE", 2);
        assertThat(stateOf(coupon)).as("used is used").isEqualTo("USED " + order);
        long unknown = newId();
        settle(unknown, order, 1, Outcome.FREED);
        awaitFlow(unknown, "FREE", 1);
        assertThat(call("GET", "/api/coupons/mine", shopper(7), "").body())
                .filteredOn(mine -> mine.path("couponId").asString().equals(Long.toString(coupon)))
                .extracting(mine -> mine.path("state").asString())
                .containsExactly("USED");
    }

    /** An administrator has given the money back. */
    @Test
    void shouldFreeTheCouponOfAnOrderThatWasPaidAndThenRefunded() {
        long template = template(2, FIVE_OFF + ", \"perPerson\": 2");
        long coupon = claimed(template, 7);
        long order = newId();
        settle(coupon, order, 1, Outcome.USED);
        settle(coupon, order, 1, Outcome.FREED);
        awaitFlow(coupon, "FREE", 1);
        settle(coupon, order, 1, Outcome.USED);
        settle(coupon, order, 1, Outcome.FREED);
        long later = newId();
        assertThat(reserve(coupon, 7, later, 1).status()).isEqualTo(200);
        settle(coupon, later, 1, Outcome.USED);
        awaitState(coupon, "USED " + later);

        long overtaken = claimed(template, 7);
        settle(overtaken, order, 2, Outcome.FREED);
        awaitFlow(overtaken, "FREE", 2);
        settle(overtaken, order, 2, Outcome.USED);
        settle(overtaken, later, 3, Outcome.FREED); // comes after it
        awaitFlow(overtaken, "FREE", 3);
        assertThat(stateOf(overtaken)).isEqualTo("UNUSED -");
    }

    @Test
    void shouldGiveACouponToOneOfTwoOrdersAndNameItToTheOther() {
        long template = template(20, FIVE_OFF + ", \"perPerson\": 20");
        for (int i = 0; i < 20; i++) {
            long coupon = claimed(template, 77);
            long first = newId();
            long second = newId();
            List<Answer> answers =
                    Together.run(() -> reserve(coupon, 77, first, 1), () -> reserve(coupon, 77, second, 1));
            boolean firstWon = answers.get(0).status() == 200;
            Answer loser = answers.get(firstWon ? 1 : 0);
            assertThat(answers.get(firstWon ? 0 : 1).status()).isEqualTo(200);
            assertThat(loser.problem()).isEqualTo("coupon-in-use");
            assertThat(loser.body().path("orderId").asString()).isEqualTo(Long.toString(firstWon ? first : second));
        }
    }

    /** Only a restored database can lead to this. */
    @Test
    void shouldPutAsideUsesThatContradictEarlierOnesAndGoOn() {
        long template = template(3, FIVE_OFF + ", \"perPerson\": 3");
        long used = claimed(template, 7);
        long another = claimed(template, 7);
        long order = newId();
        settle(used, order, 1, Outcome.USED);
        awaitState(used, "USED " + order);

        long later = newId();
        settle(another, order, 2, Outcome.USED);
        settle(used, later, 1, Outcome.USED);
        long missing = newId();
        settle(missing, later, 1, Outcome.USED);
        assertThat(reasonOf(another)).contains("order " + order, "paid with coupon " + used);
        assertThat(reasonOf(used)).contains("held by order " + order);
        assertThat(reasonOf(missing)).contains("no coupon " + missing);
        assertThat(stateOf(another)).isEqualTo("UNUSED -");
        assertThat(stateOf(used)).isEqualTo("USED " + order);

        settle(another, later, 1, Outcome.USED);
        awaitState(another, "USED " + later);
    }

    /** Waits for the dead letter. */
    private static String reasonOf(long coupon) {
        return await().atMost(SOON)
                .until(
                        () -> deadLetters(CouponSettled.DEAD_LETTER_TOPIC).stream()
                                .filter(letter -> letter.message().contains("\"" + coupon + "\""))
                                .map(Letter::reason)
                                .toList(),
                        reasons -> !reasons.isEmpty())
                .getFirst();
    }

    @Test
    void shouldBeUsableFromTheFirstToTheLastMomentOfItsValidityAndExpireThen() {
        Instant from = Instant.now().plus(2, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MILLIS);
        Instant until = from.plus(1, ChronoUnit.DAYS);
        String validity = ", \"perPerson\": 4, \"validFrom\": \"%s\", \"validUntil\": \"%s\"".formatted(from, until);
        long template = template(4, FIVE_OFF + validity);
        long early = claimed(template, 7);
        assertThat(reasonAt(from.minusMillis(1), early)).isEqualTo("NOT_YET_VALID");
        assertThat(reasonAt(from, early)).isEqualTo("200");
        assertThat(reasonAt(until.minusMillis(1), claimed(template, 7))).isEqualTo("200");
        long late = claimed(template, 7);
        assertThat(reasonAt(until, late)).isEqualTo("EXPIRED");

        long held = claimed(template, 7);
        long order = newId();
        clock.standAt(until.minusMillis(1));
        reserve(held, 7, order, 1);
        clock.standAt(until);
        assertThat(reserve(held, 7, order, 1).status()).as("reserved in time").isEqualTo(200);
        settle(held, order, 1, Outcome.FREED);
        awaitState(held, "UNUSED -");
        call("GET", "/api/coupons/mine", shopper(7), "").body().forEach(mine -> {
            String id = mine.path("couponId").asString();
            if (id.equals(Long.toString(held)) || id.equals(Long.toString(late))) {
                assertThat(mine.path("state").asString()).isEqualTo("EXPIRED");
            }
        });
    }

    private String reasonAt(Instant moment, long coupon) {
        clock.standAt(moment);
        Answer answer = reserve(coupon, 7, newId(), 1);
        clock.back();
        return reason(answer);
    }

    /** 200 if there is none. */
    private static String reason(Answer answer) {
        return answer.status() == 200 ? "200" : answer.body().path("reason").asString();
    }

    @Test
    void shouldBeGoodForNothingElse() {
        long product = newId();
        long sale = newId();
        PRODUCT_OF_SALE.put(sale, product);
        PRODUCT_OF_SALE.put(sale + 1, product + 1);
        long coupon = claimed(
                template(1, FIVE_OFF + ", \"thresholdCents\": 1000, \"productIds\": [\"%d\"]".formatted(product)), 7);
        assertThat(reason(reserveFor(sale + 1, coupon, PRICE))).isEqualTo("OTHER_SALE");
        assertThat(reason(reserveFor(404_404, coupon, PRICE))).isEqualTo("OTHER_SALE");
        assertThat(reason(reserveFor(sale, coupon, 999))).isEqualTo("BELOW_THRESHOLD");
        assertThat(call("POST", "/internal/coupons/" + coupon + "/reservations", shopper(7), "{}")
                        .problem())
                .isEqualTo("forbidden");
        assertThat(reason(reserveFor(sale, coupon, 1_000))).isEqualTo("200");
    }

    /** Asks again while stock-service, which is asked for the product, does not answer in time. */
    private Answer reserveFor(long sale, long coupon, long price) {
        long order = newId();
        return await().atMost(SOON)
                .until(() -> reserve(coupon, 7, order, 1, sale, price), answer -> answer.status() != 503);
    }

    @Test
    void shouldShowTheBestCouponFirst() {
        long user = newId();
        long small = claimed(template(1, "\"amountCents\": 100"), user);
        long best = claimed(template(1, "\"percent\": 33"), user);
        long useless = claimed(template(1, "\"amountCents\": 900, \"thresholdCents\": 9000"), user);
        Answer mine = call("GET", "/api/coupons/mine?saleId=1&priceCents=1000", shopper(user), "");
        assertThat(mine.body().findValuesAsString("couponId"))
                .containsExactly(Long.toString(best), Long.toString(small), Long.toString(useless));
        assertThat(mine.body().get(0).path("estimateCents").asLong()).isEqualTo(330);
        assertThat(mine.body().get(2).path("refusal").asString()).isEqualTo("BELOW_THRESHOLD");
        assertThat(call("GET", "/api/coupons/mine?saleId=1", shopper(user), "").problem())
                .isEqualTo("invalid-request");
        assertThat(call("GET", "/api/coupons/mine", shopper(newId()), "").body().size())
                .isZero();
    }

    @Test
    void shouldAskForTheSaleOnceHoweverManyCouponsDependOnItsProduct() {
        long user = newId();
        for (int i = 0; i < 3; i++) {
            claimed(template(1, FIVE_OFF + ", \"productIds\": [\"%d\"]".formatted(newId())), user);
        }
        long unknown = newId();
        Answer mine = call("GET", "/api/coupons/mine?saleId=" + unknown + "&priceCents=1000", shopper(user), "");
        assertThat(mine.body().findValuesAsString("refusal")).containsExactly("OTHER_SALE", "OTHER_SALE", "OTHER_SALE");
        assertThat(ASKED_SALES).containsOnlyOnce(unknown);
    }
}
