package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.system.harness.CouponShop;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.client.codec.StringCodec;
import tools.jackson.databind.JsonNode;

/** Coupons on the running system under a crowd, crashes, competing payments and an outage. */
class CouponIT {

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final CouponShop couponShop = new CouponShop(system);

    /** Claims a coupon and waits until it is stored. */
    private String claimed(long template, User user) {
        Answer answer = couponShop.claim(template, user);
        String coupon = CouponShop.couponId(answer);
        assertThat(coupon).as(answer.text()).isNotEmpty();
        await().until(() -> !couponShop.stateOf(coupon).isEmpty());
        return coupon;
    }

    private long outboxLength() {
        return IntStream.range(0, 16)
                .mapToLong(shard -> system.records
                        .redis()
                        .getStream("{s" + shard + "}:coupon:outbox", StringCodec.INSTANCE)
                        .size())
                .sum();
    }

    /** An order that awaits payment, in a sale of its own. */
    private String order(User user) {
        return shop.buyAndAwaitPlacement(shop.openSale(5), user);
    }

    @Tag("weekly")
    @Test
    void shouldGiveFourHundredCouponsToTwoThousandWhoWantOneEach() {
        int coupons = 400;
        long template = couponShop.template(coupons, "");
        List<User> crowd = shop.crowd(2_000);
        List<Answer> answers = Shop.each(crowd, 128, user -> couponShop.claim(template, user));
        List<String> given = answers.stream()
                .map(CouponShop::couponId)
                .filter(coupon -> !coupon.isEmpty())
                .toList();
        assertThat(given).as(Shop.summary(answers).toString()).hasSize(coupons).doesNotHaveDuplicates();
        assertThat(answers)
                .filteredOn(answer -> CouponShop.couponId(answer).isEmpty())
                .extracting(Answer::problem)
                .containsOnly("sold-out");
        JsonNode verdict = couponShop.requireInvariants(template, given);
        assertThat(verdict.path("holds").asBoolean()).as(verdict.toString()).isTrue();
        assertThat(verdict.at("/clients/persisted").asLong()).isEqualTo(coupons);
        assertThat(couponShop.handedOut(template)).isEqualTo(coupons);
        for (int i = 0; i < 50; i++) {
            boolean won = !CouponShop.couponId(answers.get(i)).isEmpty();
            assertThat(couponShop.claim(template, crowd.get(i)).problem())
                    .isEqualTo(won ? "already-claimed" : "sold-out");
        }
    }

    @Test
    @Tag("weekly")
    void shouldForgetNobodyWhoeverDiesBetweenTheClickAndTheRow() throws Exception {
        long template = couponShop.template(1_000, "");
        List<User> users = shop.crowd(300);

        // Between Redis and Kafka.
        system.stack.kafka().pause();
        CompletableFuture<List<Answer>> crowd;
        try {
            crowd = Shop.inBackground(() -> through(template, users.subList(0, 60)));
            await().until(() -> outboxLength() > 0);
            system.couponService().kill();
        } finally {
            system.stack.kafka().resume();
        }
        List<String> accepted = new ArrayList<>(CouponShop.accepted(crowd.get()));
        system.couponService().start();

        // Between Kafka and MySQL: first inserts are blocked, then the process that would insert is killed.
        try (Connection _ = system.records.lock(
                "flashsale_coupon", "coupon_flow READ, coupon READ, coupon_template READ, coupon_scope READ")) {
            accepted.addAll(CouponShop.accepted(through(template, users.subList(60, 120))));
            system.couponService().kill();
        }
        system.couponService().start();
        couponShop.requireInvariants(template, accepted);

        // After the commit: Kafka delivers all messages again.
        system.queue.sendAgain(CouponClaimed.TOPIC, Long.toString(template));
        accepted.addAll(CouponShop.accepted(through(template, users.subList(120, 180))));

        // Redis loses its data, and the lock is deleted under its holder.
        couponShop.requireInvariants(template, accepted);
        system.records.redis().getKeys().deleteByPattern("{s*}:coupon:*");
        couponShop.claim(template, users.get(299));
        crowd = Shop.inBackground(() -> through(template, users.subList(180, 240)));
        while (!crowd.isDone()) {
            system.records.redis().getKeys().delete("issuing:" + template);
        }
        accepted.addAll(CouponShop.accepted(crowd.get()));
        couponShop.requireInvariants(template, accepted);
        assertThat(couponShop.handedOut(template)).isGreaterThanOrEqualTo(accepted.size());
    }

    /** Claims while a test breaks something; returns only the answers that arrived. */
    private List<Answer> through(long template, List<User> users) {
        return Shop.throughFaults(users, 30, user -> couponShop.claimOnce(template, user));
    }

    @Tag("long")
    @Test
    void shouldLetOneOfTwoParallelPaymentsUseACouponAndTellTheOtherWhichOrderHoldsIt() {
        User user = shop.user();
        long template = couponShop.template(10, ", \"perPerson\": 5");
        for (int i = 0; i < 3; i++) {
            String coupon = claimed(template, user);
            List<String> orders = List.of(order(user), order(user));
            List<Answer> answers = Shop.each(orders, 2, order -> couponShop.pay(order, user, coupon));

            assertThat(Shop.summary(answers)).isEqualTo(Map.of("200", 1L, "409 coupon-in-use", 1L));
            int winner = answers.get(0).status() == 200 ? 0 : 1;
            assertThat(answers.get(winner).body().path("discountCents").asInt()).isEqualTo(CouponShop.OFF);
            assertThat(answers.get(1 - winner).orderId()).isEqualTo(orders.get(winner));
            assertThat(shop.pay(orders.get(1 - winner), user).status()).isEqualTo(200);
            assertThat(couponShop.pay(orders.get(winner), user, coupon).status())
                    .as("repeated")
                    .isEqualTo(200);
            await().until(() -> couponShop.stateOf(coupon), "USED"::equals);
        }
        couponShop.requireInvariants(template, List.of());
    }

    @Test
    @Tag("long")
    void shouldBeConsistentAfterAPaymentThatTimedOutWhenTheCouponWasReserved() throws Exception {
        User user = shop.user();
        long template = couponShop.template(10, ", \"perPerson\": 5");
        List<String> coupons = List.of(claimed(template, user), claimed(template, user), claimed(template, user));
        List<String> orders = List.of(order(user), order(user), order(user));

        // The reservation waits at its last step.
        try (Connection _ = system.records.lock("flashsale_coupon", "coupon_flow READ")) {
            List<Answer> answers = Shop.each(
                    List.of(0, 1, 2),
                    3,
                    i -> Shop.untilItsServiceAnswers(() -> couponShop.payOnce(orders.get(i), user, coupons.get(i))));
            assertThat(answers).extracting(Answer::problem).containsOnly("coupons-unavailable");
        }
        coupons.forEach(coupon -> await().until(() -> couponShop.stateOf(coupon), "RESERVED"::equals));
        system.orderService().kill();
        system.orderService().start();

        Answer again = couponShop.pay(orders.get(0), user, coupons.get(0));
        assertThat(again.body().path("discountCents").asInt()).as("tried again").isEqualTo(CouponShop.OFF);
        Answer without = shop.pay(orders.get(1), user);
        assertThat(without.status()).as("paid without it").isEqualTo(200);
        assertThat(without.body().has("discountCents")).isFalse();
        assertThat(shop.cancel(orders.get(2), user).status()).as("given up").isEqualTo(200);

        await().until(() -> couponShop.stateOf(coupons.get(0)), "USED"::equals);
        await().until(() -> couponShop.stateOf(coupons.get(1)), "UNUSED"::equals);
        await().until(() -> couponShop.stateOf(coupons.get(2)), "UNUSED"::equals);
        coupons.forEach(coupon -> system.queue.sendAgain(CouponSettled.TOPIC, coupon));
        couponShop.requireInvariants(template, List.of());
        assertThat(couponShop.stateOf(coupons.get(0))).isEqualTo("USED");
    }

    @Tag("long")
    @Test
    void shouldSellAndTakePaymentsWhileCouponServiceIsDown() {
        User user = shop.user();
        String coupon = claimed(couponShop.template(1, ""), user);
        system.couponService().kill();
        try {
            await().until(() -> shop.getOnce("/api/coupons", user).status() == 503);
            String order = order(user);
            await().until(() -> couponShop.payOnce(order, user, coupon).problem(), "coupons-unavailable"::equals);
            assertThat(shop.pay(order, user).orderStatus()).isEqualTo("PAID");
        } finally {
            system.couponService().start();
        }
        String next = order(user);
        Answer paid = couponShop.pay(next, user, coupon);
        assertThat(paid.body().path("discountCents").asInt()).isEqualTo(CouponShop.OFF);
    }
}
