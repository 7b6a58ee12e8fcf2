package io.flashsale.stock.waitinglist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.stock.StockServiceFixture;
import io.flashsale.stock.catalogue.SaleCatalogue;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.support.TransactionTemplate;

/** Shoppers wait for units of a sold-out sale; the test plays order-service. */
class WaitingListIT extends StockServiceFixture {

    /** A shopper who clicks at every opportunity and never joined. */
    private static final long FASTER = 999;

    @Autowired
    @Qualifier("servingWaitingLists")
    private RepeatedTask rounds;

    @Autowired
    private WaitingListMapper lists;

    @Autowired
    private SaleCatalogue catalogue;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private ApplicationEventPublisher events;

    @Autowired
    private HeardOffers heard;

    /** Other classes leave reservations unplaced, and a rebuild waits until all that is queued is placed. */
    @BeforeEach
    void placeWhatOthersLeft() {
        placement.placeEverything();
    }

    private static String path(long sale) {
        return "/api/sales/" + sale + "/waiting-list";
    }

    private Answer join(long sale, long user) {
        return call("POST", path(sale), shopper(user), "");
    }

    private Answer place(long sale, long user) {
        return call("GET", path(sale), shopper(user), "");
    }

    private String state(long sale, long user) {
        Answer answer = place(sale, user);
        return answer.status() == 200 ? answer.body().path("state").asString() : answer.problem();
    }

    private void awaitState(long sale, long user, String state) {
        await().pollInterval(Duration.ofMillis(50))
                .until(() -> state(sale, user).equals(state) || next(rounds));
    }

    private void joined(long sale, long... users) {
        for (long user : users) {
            assertThat(join(sale, user).status()).isEqualTo(200);
        }
    }

    /** A sale whose units the shoppers 1, 2, … have. */
    private long soldOut(int units) {
        long sale = openSale(units);
        orders.clear();
        LongStream.rangeClosed(1, units).forEach(user -> orders.add(reserved(sale, user)));
        placement.placeEverything();
        return sale;
    }

    private final List<Long> orders = new ArrayList<>();

    /** The first shoppers let their units go. */
    private void comesBack(long sale, long user) {
        comesBack(sale, user, orders.get((int) user - 1));
    }

    private void comesBack(long sale, long user, long order) {
        ledger.release(sale, List.of(new OrderReleased(order, sale, user, Reason.CANCELLED)));
        gates.release(sale, List.of(new StockGates.Hold(user, order, true)));
    }

    private void timeOfOfferEnds(long sale, long user) {
        database.execute("UPDATE waiting_list SET offered_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE sale_id = "
                + sale + " AND user_id = " + user);
    }

    private void assertRefused(long sale, long... users) {
        for (long user : users) {
            assertThat(reserve(sale, user).problem()).as("shopper " + user).isEqualTo("sold-out");
        }
    }

    private void loseRedis(long sale) {
        redis.getKeys().deleteByPattern(new StockGateKeys(CampaignKind.SALE).gate(sale) + "*");
        assertThat(gates.state(sale)).isEmpty();
        awaitGate(sale);
    }

    @Test
    void shouldOfferEachUnitThatComesBackToTheNextInLineAndToNoFasterClick() {
        long sale = soldOut(2);
        joined(sale, 11, 12, 13);
        assertThat(place(sale, 13).body().path("ahead").asInt()).isEqualTo(2);
        assertThat(get("/api/sales/" + sale).body().path("waitingList").asBoolean())
                .isTrue();

        comesBack(sale, 1);
        assertRefused(sale, FASTER, 12, 13);
        awaitState(sale, 11, "OFFERED");
        assertThat(Instant.parse(place(sale, 11).body().path("offeredUntil").asString()))
                .isAfter(Instant.now());
        assertRefused(sale, FASTER, 1, 12, 13);
        assertThat(get("/api/sales/" + sale).body().path("state").asString()).isEqualTo("SOLD_OUT");
        assertThat(state(sale, 12)).isEqualTo("WAITING");
        reserved(sale, 11);
        assertThat(reserve(sale, 11).problem()).isEqualTo("already-purchased");
        awaitState(sale, 11, "BOUGHT");
        assertThat(heard.count(sale, 11)).isEqualTo(1);

        comesBack(sale, 2);
        awaitState(sale, 12, "OFFERED");
        assertRefused(sale, FASTER, 13);
        reserved(sale, 12);
        placement.placeEverything();
        assertThat(database.available(sale)).isZero();
        assertThat(database.conserves(sale)).isTrue();
        assertThat(gates.state(sale).orElseThrow().drift()).isZero();
        awaitState(sale, 12, "BOUGHT");
        assertThat(state(sale, 13)).isEqualTo("WAITING");
        assertThat(place(sale, 13).body().path("ahead").asInt()).isZero();
    }

    @Test
    void shouldPassTheUnitOnWhenAnOfferLapsesOrItsShopperLeaves() {
        long sale = soldOut(1);
        joined(sale, 11, 12, 13);
        comesBack(sale, 1);
        awaitState(sale, 11, "OFFERED");

        timeOfOfferEnds(sale, 11);
        awaitState(sale, 12, "OFFERED");
        assertThat(state(sale, 11)).isEqualTo("LAPSED");
        assertRefused(sale, 11, FASTER);
        joined(sale, 11); // at the end

        assertThat(call("DELETE", path(sale), shopper(12), "").status()).isEqualTo(204);
        assertThat(call("DELETE", path(sale), shopper(12), "").status()).isEqualTo(204);
        awaitState(sale, 13, "OFFERED");
        assertThat(state(sale, 12)).isEqualTo("LEFT");
        assertRefused(sale, 11, 12, FASTER);
        timeOfOfferEnds(sale, 13);
        awaitState(sale, 11, "OFFERED");
        reserved(sale, 11);
    }

    @Test
    void shouldLetABuyerKeepTheUnitThatWasBoughtAsTheOfferEnded() {
        long sale = soldOut(1);
        joined(sale, 11, 12);
        comesBack(sale, 1);
        awaitState(sale, 11, "OFFERED");
        reserved(sale, 11);
        timeOfOfferEnds(sale, 11);
        awaitState(sale, 11, "BOUGHT");
        assertThat(state(sale, 12)).isEqualTo("WAITING");
        assertRefused(sale, 12, FASTER);
    }

    @Test
    void shouldKeepOnePlaceHoweverOftenAShopperJoins() throws Exception {
        long sale = soldOut(1);
        joined(sale, 11);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            Callable<Answer> joining = () -> join(sale, 12);
            for (Future<Answer> answer : threads.invokeAll(Collections.nCopies(8, joining))) {
                assertThat(answer.get().body().path("ahead").asInt()).isEqualTo(1);
            }
        }
        joined(sale, 13, 11);
        assertThat(place(sale, 11).body().path("ahead").asInt()).isZero();
        assertThat(place(sale, 13).body().path("ahead").asInt()).isEqualTo(2);
        assertThat(database.count("waiting_list WHERE sale_id = " + sale)).isEqualTo(3);
    }

    @Test
    void shouldSayWhyAShopperCannotJoin() {
        assertThat(join(17, 11).problem()).isEqualTo("sale-not-found");
        assertThat(join(openSale(1), 11).problem()).isEqualTo("not-sold-out");
        long later = withOpenGates(
                create(1, ", \"opensAt\": \"%s\"".formatted(Instant.now().plusSeconds(3_600))));
        assertThat(join(later, 11).problem()).isEqualTo("sale-not-open");
        long byTicket = withOpenGates(create(1, ", \"entry\": {\"mode\": \"TICKET\"}"));
        assertThat(join(byTicket, 11).problem()).isEqualTo("no-waiting-list");
        assertThat(join(withOpenGates(create(4, ", \"buckets\": 2")), 11).problem())
                .isEqualTo("no-waiting-list");
        long sale = soldOut(1);
        assertThat(join(sale, 1).problem()).isEqualTo("already-purchased");
        assertThat(place(sale, 11).problem()).isEqualTo("not-waiting");
        assertThat(place(17, 11).problem()).isEqualTo("sale-not-found");
        assertThat(call("POST", path(sale), "", "").status()).isEqualTo(401);
        database.execute("UPDATE sale SET closes_at = UTC_TIMESTAMP(3) WHERE id = " + sale);
        assertThat(join(sale, 11).problem()).isEqualTo("sale-ended");
    }

    @Test
    void shouldLetAShopperWaitForAsManyUnitsAsTheSaleAllows() {
        long sale = withOpenGates(create(3, ", \"purchaseLimit\": 2"));
        long first = reserved(sale, 1);
        reserved(sale, 2);
        long third = reserved(sale, 3);
        placement.placeEverything();
        joined(sale, 2, 11);
        comesBack(sale, 1, first);
        awaitState(sale, 2, "OFFERED");
        reserved(sale, 2);
        awaitState(sale, 2, "BOUGHT");
        assertThat(join(sale, 2).problem()).isEqualTo("already-purchased");
        comesBack(sale, 3, third);
        awaitState(sale, 11, "OFFERED");
        reserved(sale, 11);
        assertRefused(sale, 11); // the offer was for one
        awaitState(sale, 11, "BOUGHT");
        joined(sale, 11);
        assertThat(state(sale, 11)).isEqualTo("WAITING");
    }

    /** The click was on its way when the shopper joined. */
    @Test
    void shouldPassOverAShopperWhoHasGotAsManyUnitsAsOneMayHave() {
        long sale = soldOut(1);
        joined(sale, 11, 12);
        redis.getMap(new StockGateKeys(CampaignKind.SALE).holders(sale), StringCodec.INSTANCE)
                .put("11", "16");
        comesBack(sale, 1);
        awaitState(sale, 12, "OFFERED");
        assertThat(state(sale, 11)).isEqualTo("LEFT");
        assertRefused(sale, FASTER);
        reserved(sale, 12);
    }

    @Test
    void shouldKeepTheOrderWhenRedisForgetsTheSale() {
        long sale = soldOut(2);
        joined(sale, 11, 12, 13);
        comesBack(sale, 1);
        awaitState(sale, 11, "OFFERED");
        loseRedis(sale);
        assertRefused(sale, FASTER, 12, 13);
        awaitState(sale, 11, "OFFERED");
        await().until(() -> reserve(sale, 11).status() == 202 || next(rounds));
        assertRefused(sale, FASTER, 12, 13);
        placement.placeEverything();

        comesBack(sale, 2);
        loseRedis(sale);
        assertRefused(sale, FASTER);
        awaitState(sale, 12, "OFFERED");
        assertThat(state(sale, 11)).isEqualTo("BOUGHT");
        assertRefused(sale, FASTER, 13);
        reserved(sale, 12);
    }

    /** With one more unit in the sale, a second use would be admitted. */
    @Test
    void shouldNotAdmitTwiceByAnOfferThatWasUsedBeforeRedisWasLost() {
        long sale = withOpenGates(create(2, ", \"purchaseLimit\": 2"));
        long first = reserved(sale, 1);
        long second = reserved(sale, 2);
        placement.placeEverything();
        joined(sale, 11);
        joined(sale, 12);
        comesBack(sale, 1, first);
        awaitState(sale, 11, "OFFERED");
        transaction.executeWithoutResult(
                status -> { // no round notes the use before the loss
                    lists.lock(sale);
                    reserved(sale, 11);
                    loseRedisWithoutGate(sale);
                });
        placement.placeEverything();
        awaitGate(sale);
        comesBack(sale, 2, second);
        awaitState(sale, 12, "OFFERED");
        assertThat(state(sale, 11)).isEqualTo("BOUGHT");
        assertRefused(sale, 11, FASTER);
    }

    private void loseRedisWithoutGate(long sale) {
        await().until(() -> redisHasSent(sale));
        redis.getKeys().deleteByPattern(new StockGateKeys(CampaignKind.SALE).gate(sale) + "*");
    }

    private boolean redisHasSent(long sale) {
        return placement.reservations(sale).size() == 3;
    }

    @Test
    void shouldOfferUnitsThatAnAdministratorAddsAndTakeNoneAway() {
        long sale = soldOut(1);
        joined(sale, 11, 12);
        assertThat(addStock(sale, -1).problem()).isEqualTo("sale-conflict");
        assertThat(addStock(sale, 3).status()).isEqualTo(200);
        assertRefused(sale, FASTER);
        awaitState(sale, 11, "OFFERED");
        awaitState(sale, 12, "OFFERED");
        reserved(sale, 12);
        assertRefused(sale, FASTER);
        reserved(sale, 11);
        // Nobody waits any more and a unit is left, so everybody may click again.
        await().until(() -> reserve(sale, FASTER).status() == 202 || next(rounds));
        await().until(() ->
                !get("/api/sales/" + sale).body().path("waitingList").asBoolean() || next(rounds));
    }

    @Test
    void shouldEndTheListWithTheSaleAlsoWhileAnOfferIsOut() {
        long sale = soldOut(1);
        joined(sale, 11, 12);
        comesBack(sale, 1);
        awaitState(sale, 11, "OFFERED");
        closed(sale, Duration.ofSeconds(1));
        await().until(() -> state(sale, 11).equals("ENDED") && state(sale, 12).equals("ENDED"));
        assertThat(database.count("sale WHERE waiting_list AND id = " + sale))
                .as("faster shoppers stay out until no clock can disagree about the end")
                .isEqualTo(1);
        closed(sale, WaitingListRounds.AFTER_CLOSING.plusSeconds(1));
        await().until(() -> database.count("sale WHERE NOT waiting_list AND id = " + sale) == 1 || next(rounds));
        assertThat(database.count("waiting_list WHERE state = 'ENDED' AND sale_id = " + sale))
                .isEqualTo(2);
    }

    private void closed(long sale, Duration before) {
        database.execute("UPDATE sale SET opens_at = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR, closes_at = UTC_TIMESTAMP(3)"
                + " - INTERVAL " + before.toSeconds() + " SECOND, revision = revision + 1 WHERE id = " + sale);
    }

    @Test
    void shouldEndTheListOfASaleThatIsCalledOff() {
        long sale = soldOut(1);
        joined(sale, 11);
        database.execute("UPDATE sale SET called_off = TRUE, revision = revision + 1 WHERE id = " + sale);
        comesBack(sale, 1);
        await().until(() -> database.count("sale WHERE NOT waiting_list AND id = " + sale) == 1 || next(rounds));
        assertThat(state(sale, 11)).isEqualTo("ENDED");
        assertThat(join(sale, 12).problem()).isEqualTo("sale-ended");
        assertThat(heard.count(sale, 11)).isZero();
    }

    @Test
    void shouldTellOfAnOfferAgainIfItCouldNotBeToldAtOnce() {
        long sale = soldOut(1);
        joined(sale, 11);
        heard.failsNext.set(true);
        comesBack(sale, 1);
        awaitState(sale, 11, "OFFERED");
        assertThat(heard.failsNext).isFalse();
        assertThat(heard.count(sale, 11)).isEqualTo(1);
        reserved(sale, 11);
    }

    /** A leader that was paused does not know that another one has taken over. */
    @Test
    void shouldNeverOfferMoreThanIsLeftThoughTwoInstancesLead() throws Exception {
        long sale = soldOut(3);
        long[] waiting = LongStream.rangeClosed(11, 30).toArray();
        joined(sale, waiting);
        for (long user = 1; user <= 3; user++) {
            comesBack(sale, user);
        }
        List<WaitingListRounds> leaders = IntStream.range(0, 4)
                .mapToObj(i -> new WaitingListRounds(
                        new Leadership(redis, CampaignKind.SALE, "waiting-list-" + i, Duration.ofSeconds(3)),
                        lists,
                        gates,
                        catalogue,
                        transaction,
                        events,
                        Clock.systemUTC(),
                        Duration.ofMinutes(2)))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(leaders.size())) {
            List<Callable<Void>> work = leaders.stream()
                    .<Callable<Void>>map(leader -> () -> {
                        for (int i = 0; i < 5; i++) {
                            leader.run();
                        }
                        return null;
                    })
                    .toList();
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        }
        for (long user : waiting) {
            assertThat(state(sale, user)).as("shopper " + user).isEqualTo(user < 14 ? "OFFERED" : "WAITING");
            assertThat(heard.count(sale, user)).isEqualTo(user < 14 ? 1 : 0);
        }
    }
}
