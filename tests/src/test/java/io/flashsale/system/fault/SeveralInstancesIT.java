package io.flashsale.system.fault;

import static io.flashsale.system.fault.NothingLost.requireNothingLost;
import static io.flashsale.system.fault.ServedOnce.requireServedOnce;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.client.NoAnswerException;
import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.fault.BuyingCrowd.Click;
import io.flashsale.system.harness.CouponShop;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.Accepted;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.TicketSale;
import io.flashsale.system.harness.TicketSale.Entered;
import io.flashsale.system.harness.WaitingCrowd;
import io.flashsale.system.harness.WaitingCrowd.Served;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two instances of each service behind one address share their data; either may die in the middle of a sale. */
@Tag("weekly")
class SeveralInstancesIT {

    /** Longer than any effect that is measured. */
    private static final Duration LOOKED_ON = Duration.ofSeconds(7);

    /** Clicks before the fault. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    @AutoClose
    private static final RunningSystem system = RunningSystem.start(
            RunningSystem.servers("several").mariaDb().redis().kafka(), RunningSystem.ALL_BUT_THE_LAB, 2);

    private static final CouponShop couponShop = new CouponShop(system);

    private static JavaService instance(ServiceName name, int number) {
        return system.services.instances(name).get(number - 1);
    }

    private static void startTogether(List<JavaService> dead) {
        ParallelTasks.forEach(dead, JavaService::start);
    }

    @Test
    void shouldKnowAtEachGatewayWhoSignedInAtTheOther() {
        Shop first = new Shop(instance(ServiceName.GATEWAY, 1).url());
        Shop second = new Shop(instance(ServiceName.GATEWAY, 2).url());
        long sale = first.openSale(5);

        User shopper = first.user();
        first.awaitOrder(second.buy(sale, shopper), shopper, "AWAITING_PAYMENT");

        Answer session = second.send(second.request("/api/session")
                .header("X-Flash-Sale-Page", "1")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"username\":\"alice\",\"password\":\"alice-demo\"}"))
                .build());
        assertThat(session.status()).as(session.text()).isEqualTo(200);
        String cookie = session.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        Answer known = first.send(
                first.request("/api/session").header("Cookie", cookie).build());
        assertThat(known.status()).as(known.text()).isEqualTo(200);
        assertThat(known.body().path("username").asString()).isEqualTo("alice");
    }

    /** Sells fewer units than there are shoppers, so that the sale ends with the last unit. */
    @ParameterizedTest
    @ValueSource(ints = {900, 5_000})
    void shouldSellOnWhileOneOfEachDies(int shoppers) {
        int units = shoppers * 3 / 4;
        long sale = system.shop.openSale(units);
        List<User> users = system.shop.crowd(shoppers);
        List<JavaService> killed = new ArrayList<>();
        List<Click> clicks;
        try (BuyingCrowd crowd = new BuyingCrowd(system.shop, sale, users)) {
            int quarter = 1;
            for (ServiceName name : List.of(ServiceName.STOCK, ServiceName.ORDER, ServiceName.GATEWAY)) {
                crowd.awaitDecided(shoppers * quarter++ / 5);
                JavaService dying = instance(name, 1);
                dying.kill();
                killed.add(dying);
            }
            clicks = crowd.awaitEnd();
        }
        killed.forEach(dead -> assertThat(dead.isRunning()).isFalse());
        assertThat(decided(clicks)).as("everybody was told in the end").isEqualTo(shoppers);
        startTogether(killed);
        requireNothingLost(system, sale, users, units, clicks);
    }

    /** None of these clicks reaches order-service. */
    @ParameterizedTest
    @EnumSource(
            value = ServiceName.class,
            names = {"STOCK", "GATEWAY"})
    void measuresForHowLongShoppersNoticeThatOneOfTwoHasDied(ServiceName name) {
        int shoppers = 1_500;
        long sale = system.shop.openSale(shoppers);
        List<User> users = system.shop.crowd(shoppers);
        JavaService dying = instance(name, 1);
        List<Click> clicks;
        long killedAt;
        try (BuyingCrowd crowd = new BuyingCrowd(system.shop, sale, users, Duration.ofMillis(250))) {
            killedAt = killAndLookOn(crowd, dying);
            crowd.close();
            clicks = crowd.awaitEnd();
        }
        dying.restart();
        RecoveryFigure.ONE_OF_TWO_DIES.report(dying.name(), noticed(clicks, killedAt));
        requireNothingLost(system, sale, users, shoppers, clicks);
    }

    /** Returns when it was killed, in milliseconds since the start of the crowd. */
    private static long killAndLookOn(BuyingCrowd crowd, JavaService dying) {
        crowd.keepsBuyingFor(PAUSE);
        long killedAt = crowd.millis();
        dying.kill();
        crowd.keepsBuyingFor(LOOKED_ON);
        assertThat(crowd.isBuying()).as("shoppers were there all the time").isTrue();
        return killedAt;
    }

    /** The orders exist already, so every click reaches order-service. */
    @Test
    void measuresForHowLongPayersNoticeThatOneOrderServiceOfTwoHasDied() {
        int payers = 600;
        long sale = system.shop.openSale(payers);
        List<User> users = system.shop.crowd(payers);
        Map<User, String> orders = new ConcurrentHashMap<>();
        Shop.each(users, 8, user -> orders.put(user, system.shop.buy(sale, user)));
        awaitOrders(orders, "AWAITING_PAYMENT");
        JavaService dying = instance(ServiceName.ORDER, 1);
        List<Click> clicks;
        long killedAt;
        try (BuyingCrowd crowd = new BuyingCrowd(
                users,
                Duration.ofMillis(250),
                user -> system.shop.tryToPay(Objects.requireNonNull(orders.get(user)), user))) {
            killedAt = killAndLookOn(crowd, dying);
            dying.restart();
            clicks = crowd.awaitEnd();
        }
        assertThat(decided(clicks)).as("everybody was told in the end").isEqualTo(payers);
        awaitOrders(orders, "PAID");
        requireAudit(sale, orders);
        RecoveryFigure.ONE_OF_TWO_DIES.report(dying.name(), noticed(clicks, killedAt));
    }

    private static void requireAudit(long sale, Map<User, String> orders) {
        List<Accepted> accepted = orders.entrySet().stream()
                .map(order -> new Accepted(order.getValue(), order.getKey().name()))
                .toList();
        system.shop.requireAudit(sale, Shop.seen(accepted, List.of()));
    }

    private static void awaitOrders(Map<User, String> orders, String status) {
        orders.forEach((user, order) -> system.shop.awaitOrder(order, user, status));
    }

    /** The time from the fault to the end of the last undecided click, among clicks that began during the outage. */
    private static Duration noticed(List<Click> clicks, long faultAt) {
        long awayUntil = faultAt + LOOKED_ON.toMillis();
        assertThat(clicks)
                .as("clicks in the first and in the last second in which the instance was away")
                .extracting(click -> Math.floorDiv(click.begin() - faultAt, 1_000L))
                .contains(0L, LOOKED_ON.toSeconds() - 1);
        return Duration.ofMillis(clicks.stream()
                        .filter(click -> !click.isDecided())
                        .filter(click -> click.end() >= faultAt && click.begin() < awayUntil)
                        .mapToLong(Click::end)
                        .max()
                        .orElse(faultAt)
                - faultAt);
    }

    /** Claims coupons at both gateways, then pays with them; a shopper without an answer asks again. */
    @Test
    void shouldHandOutEachCouponOnceAndTakeItOnceWhileOneOfEachDies() {
        int coupons = 200;
        long template = couponShop.template(coupons, "");
        List<User> users = system.shop.crowd(300);
        CompletableFuture<List<Answer>> claiming =
                inBackground(users, user -> untilDecided(() -> couponShop.claim(template, user), 202, 409));
        awaitCount(() -> couponShop.handedOut(template), coupons / 4);
        instance(ServiceName.COUPON, 1).kill();
        awaitCount(() -> couponShop.handedOut(template), coupons / 2);
        instance(ServiceName.GATEWAY, 1).kill();
        List<String> accepted = CouponShop.accepted(claiming.join());
        await().until(() -> couponShop.handedOut(template) == coupons);
        startTogether(List.of(instance(ServiceName.COUPON, 1), instance(ServiceName.GATEWAY, 1)));
        couponShop.requireInvariants(template, accepted);

        Map<String, String> couponOf = couponShop.byOwner(template);
        List<User> owners =
                users.stream().filter(user -> couponOf.containsKey(user.name())).toList();
        long sale = system.shop.openSale(coupons);
        Map<User, String> orders = new ConcurrentHashMap<>();
        Shop.each(owners, 16, user -> orders.put(user, system.shop.buy(sale, user)));
        await().until(() -> system.records.orders(sale, "AWAITING_PAYMENT") == coupons);
        CompletableFuture<List<Answer>> paying = inBackground(
                owners,
                user -> untilDecided(
                        () -> couponShop.pay(
                                Objects.requireNonNull(orders.get(user)),
                                user,
                                Objects.requireNonNull(couponOf.get(user.name()))),
                        200));
        awaitCount(() -> system.records.orders(sale, "PAID"), coupons / 4);
        instance(ServiceName.ORDER, 1).kill();
        awaitCount(() -> system.records.orders(sale, "PAID"), coupons / 2);
        instance(ServiceName.COUPON, 2).kill();
        assertThat(paying.join())
                .allSatisfy(paid -> assertThat(paid.body().path("discountCents").asInt())
                        .as(paid.text())
                        .isEqualTo(CouponShop.OFF));
        startTogether(List.of(instance(ServiceName.ORDER, 1), instance(ServiceName.COUPON, 2)));
        await().until(() -> couponShop.used(template) == coupons);
        couponShop.requireInvariants(template, accepted);
        system.records.requireInvariants(sale, orders.values());
        requireAudit(sale, orders);
    }

    private static CompletableFuture<List<Answer>> inBackground(List<User> users, Function<User, Answer> ask) {
        return Shop.inBackground(() -> Shop.each(users, 4, ask));
    }

    private static void awaitCount(LongSupplier count, long atLeast) {
        await().pollInterval(Duration.ofMillis(10)).until(() -> count.getAsLong() >= atLeast);
    }

    /** Asks until an answer has one of these statuses. */
    private static Answer untilDecided(Supplier<Answer> call, Integer... statuses) {
        return await().pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(NoAnswerException.class)
                .until(call::get, answer -> List.of(statuses).contains(answer.status()));
    }

    @Test
    void shouldSellOnWhileOneStockServiceHangs() {
        int shoppers = 1_500;
        long sale = system.shop.openSale(1_000);
        List<User> users = system.shop.crowd(shoppers);
        JavaService hanging = instance(ServiceName.STOCK, 2);
        List<Click> clicks;
        try (BuyingCrowd crowd = new BuyingCrowd(system.shop, sale, users)) {
            crowd.awaitDecided(shoppers / 4);
            hanging.pause();
            clicks = crowd.awaitEnd();
        } finally {
            hanging.resume();
        }
        assertThat(decided(clicks)).isEqualTo(shoppers);
        requireNothingLost(system, sale, users, 1_000, clicks);
    }

    /** Kills both stock-services in turn, one of which serves the waiting room, and a gateway between the two kills. */
    @Test
    void shouldServeNobodyTwiceWhileStockServicesAndAGatewayDieAndPeopleWait() {
        int units = 300;
        List<User> users = system.shop.crowd(900);
        TicketSale room =
                TicketSale.of(system.shop, "QUEUE", units, 30, Instant.now().plusSeconds(3_600));
        List<Entered> waiting = new ArrayList<>(room.enter(users.subList(0, 600), 16));
        room.open();
        List<Served> served;
        try (WaitingCrowd crowd = new WaitingCrowd(room, waiting, units)) {
            crowd.awaitBought(units / 10);
            instance(ServiceName.STOCK, 1).kill();
            List<Entered> later = room.enter(users.subList(600, 900), 8);
            waiting.addAll(later);
            instance(ServiceName.STOCK, 1).start();
            crowd.awaitBought(units / 3);
            instance(ServiceName.GATEWAY, 1).kill();
            crowd.awaitBought(units / 2);
            instance(ServiceName.STOCK, 2).kill();
            served = crowd.awaitEnd();
        }
        startTogether(List.of(instance(ServiceName.GATEWAY, 1), instance(ServiceName.STOCK, 2)));

        assertThat(waiting).extracting(Entered::number).doesNotHaveDuplicates();
        requireServedOnce(system, room, served, units);
        assertThat(system.records.placesServedTwice(room.sale)).isZero();
    }

    /**
     * Starts the second stock-service 1,024 starts after the first.
     *
     * <p>This once gave both the same node number, and gave some shoppers the same order id.
     */
    @Test
    void shouldGiveEveryShopperAnIdOfTheirOwnHoweverOftenServicesStarted() {
        int shoppers = 600;
        instance(ServiceName.STOCK, 2).stop();
        system.records
                .sql()
                .sql("UPDATE flashsale_stock.id_block SET last_block = last_block + 1023")
                .update();
        instance(ServiceName.STOCK, 2).start();
        long sale = system.shop.openSale(shoppers);
        List<User> users = system.shop.crowd(shoppers);
        List<Answer> answers = system.shop.stampede(sale, users, 64);

        Map<String, String> shopperOf = new HashMap<>();
        for (int i = 0; i < shoppers; i++) {
            Answer answer = answers.get(i);
            assertThat(answer.status()).as(answer.text()).isIn(202, 409);
            String earlier = shopperOf.put(answer.orderId(), users.get(i).name());
            assertThat(earlier)
                    .as("whom id %s was given to as well", answer.orderId())
                    .isNull();
        }
        Set<Long> blocks =
                shopperOf.keySet().stream().map(id -> Long.parseLong(id) >>> 32).collect(Collectors.toSet());
        assertThat(blocks).as("both instances admitted").hasSize(2);
        system.records.requireInvariants(sale, shopperOf.keySet());
        assertThat(system.records.shoppersOfOrders(sale)).isEqualTo(shopperOf);
    }

    private static long decided(List<Click> clicks) {
        return clicks.stream()
                .filter(Click::isDecided)
                .map(click -> click.user().name())
                .distinct()
                .count();
    }
}
