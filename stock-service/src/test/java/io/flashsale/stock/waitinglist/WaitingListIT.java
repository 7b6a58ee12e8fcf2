package io.flashsale.stock.waitinglist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.stock.StockServiceFixture;
import io.flashsale.stock.catalogue.SaleCatalogue;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowingConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Shoppers wait for units of a sold-out sale; the test plays order-service. */
class WaitingListIT extends StockServiceFixture {

    /** A shopper who clicks at every opportunity and never joined. */
    private static final long FASTER = 999;

    private static final String THOUSAND =
            "(WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i FROM n) thousand";

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

    @Autowired
    private JdbcClient sql;

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
        // The front of the line is read once a second.
        await().until(() -> place(sale, 13).body().path("ahead").asInt() == 0);
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
        assertThat(heard.lapses())
                .filteredOn(lapse -> lapse.startsWith(sale + " "))
                .containsExactly(sale + " 11", sale + " 13");
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
        assertThat(heard.ends())
                .filteredOn(end -> end.startsWith(sale + " "))
                .containsExactlyInAnyOrder(sale + " 11", sale + " 12");
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
        assertThat(heard.ends()).filteredOn(end -> end.startsWith(sale + " ")).containsExactly(sale + " 11");
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

    /** The ids of two variants of one sale: the first has one unit, the second many. */
    private List<Long> variants() {
        Answer created = call("POST", "/api/admin/sales", admin(), """
                {"title": "A shirt", "priceCents": 100,
                 "variants": [{"name": "Red", "initialStock": 1}, {"name": "Blue", "initialStock": 9}]}
                """);
        long red = withOpenGates(created);
        long blue =
                Long.parseLong(created.body().path("variants").get(1).path("id").asString());
        awaitGate(blue);
        return List.of(red, blue);
    }

    @Test
    void shouldKeepTheLimitOverAllVariantsThoughOnlyOneOfThemHasAList() {
        List<Long> variants = variants();
        long red = variants.getFirst();
        long blue = variants.getLast();
        long first = reserved(red, 1);
        reserved(blue, 2);
        placement.placeEverything();
        assertThat(join(red, 2).problem()).isEqualTo("already-purchased");
        joined(red, 11, 12, 13);
        assertThat(get("/api/sales/" + blue).body().path("variants"))
                .extracting(variant -> variant.path("state").asString())
                .containsExactly("SOLD_OUT", "OPEN");

        reserved(blue, 11);
        comesBack(red, 1, first);
        awaitState(red, 12, "OFFERED");
        assertThat(state(red, 11)).isEqualTo("LEFT");

        reserved(blue, 12);
        assertThat(reserve(red, 12).problem()).isEqualTo("already-purchased");
        timeOfOfferEnds(red, 12);
        awaitState(red, 13, "OFFERED");
        assertThat(state(red, 12)).isEqualTo("LAPSED");
        assertRefused(red, FASTER);
        reserved(red, 13);
        assertThat(reserve(blue, 13).problem()).isEqualTo("already-purchased");
        placement.placeEverything();
        variants.forEach(sale -> assertThat(database.conserves(sale)).isTrue());
    }

    @Test
    void shouldOfferNothingWhileItIsUnknownWhoHasAVariant() throws Exception {
        List<Long> variants = variants();
        long red = variants.getFirst();
        long blue = variants.getLast();
        long first = reserved(red, 1);
        placement.placeEverything();
        joined(red, 11);
        reserved(blue, 11); // not placed yet, so the rebuild waits
        comesBack(red, 1, first);
        gate(blue).delete();
        leader(gates).run();
        assertThat(state(red, 11)).isEqualTo("WAITING");
        assertThat(join(red, 12).problem()).isEqualTo("sale-warming-up");
        placement.placeEverything();
        awaitGate(blue);
        awaitState(red, 11, "LEFT");
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
        List<WaitingListRounds> leaders =
                IntStream.range(0, 4).mapToObj(i -> leader(gates)).toList();
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

    /** An instance that leads beside any other. */
    private WaitingListRounds leader(StockGates asked) {
        return new WaitingListRounds(
                new Leadership(redis, CampaignKind.SALE, UUID.randomUUID().toString(), Duration.ofMinutes(2)),
                lists,
                asked,
                catalogue,
                transaction,
                events,
                Clock.systemUTC(),
                Duration.ofMinutes(2),
                HANG_GUARD);
    }

    /** Runs the rounds of this leader only. */
    private void alone(WaitingListRounds leader, ThrowingConsumer<WaitingListRounds> test) {
        rounds.stop();
        try {
            test.accept(leader);
        } finally {
            rounds.start();
        }
    }

    private @Nullable String atTheGate(long sale, long user) {
        String epoch = gates.state(sale).orElseThrow().epoch();
        return redis.<String, String>getMap(
                        new StockGateKeys(CampaignKind.SALE).offers(sale, epoch), StringCodec.INSTANCE)
                .get(Long.toString(user));
    }

    /** A gateway answers for a second from what it last knew of the gate. */
    @Test
    void shouldTellAShopperOfAnOfferOnlyInTheRoundAfterItWasMade() {
        long sale = soldOut(2);
        joined(sale, 11, 12);
        alone(leader(gates), leader -> {
            comesBack(sale, 1);
            leader.run();
            assertThat(atTheGate(sale, 11)).isNotNull();
            assertThat(state(sale, 11)).isEqualTo("WAITING");
            comesBack(sale, 2);
            leader.run();
            assertThat(state(sale, 11)).isEqualTo("OFFERED");
            assertThat(atTheGate(sale, 12)).isNotNull();
            assertThat(state(sale, 12)).isEqualTo("WAITING");
            leader.run();
            assertThat(state(sale, 12)).isEqualTo("OFFERED");
        });
        assertThat(heard.count(sale, 11)).isEqualTo(1);
        assertThat(heard.count(sale, 12)).isEqualTo(1);
    }

    @Test
    void shouldOfferAddedUnitsAtOnceWhileAnotherOfferIsOut() {
        long sale = soldOut(1);
        joined(sale, 11, 12);
        comesBack(sale, 1);
        awaitState(sale, 11, "OFFERED");
        assertThat(addStock(sale, 2).status()).isEqualTo(200);
        awaitState(sale, 12, "OFFERED");
        joined(sale, 13); // one unit is left, for which nobody waited
        awaitState(sale, 13, "OFFERED");
        assertThat(state(sale, 11)).isEqualTo("OFFERED");
        assertRefused(sale, FASTER);
    }

    @Test
    void shouldNotLetAShopperJoinWhoMayNotBuyYet() {
        long sale = soldOut(1);
        Instant until = Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.MILLIS);
        var barred = redis.<String>getScoredSortedSet(EntryKeys.of(sale).barred(), StringCodec.INSTANCE);
        barred.add(until.toEpochMilli(), "11");
        Answer refused = join(sale, 11);
        assertThat(refused.problem()).isEqualTo("too-many-unpaid");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(Instant.parse(refused.body().path("until").asString())).isEqualTo(until);
        assertThat(refused.raw().headers().firstValue("Retry-After")).isPresent();
        assertThat(state(sale, 11)).isEqualTo("not-waiting");
        barred.add(Instant.now().minusSeconds(1).toEpochMilli(), "11");
        joined(sale, 11);
    }

    /** A round asks this while it has locked the sale, after its gate was rebuilt. */
    @Test
    void shouldLookUpOnlyThoseWithOffersInTheLedger() {
        long sale = soldOut(1);
        joined(sale, 11);
        comesBack(sale, 1);
        awaitState(sale, 11, "OFFERED");
        for (String type : List.of("DEDUCT", "RELEASE")) {
            database.execute("INSERT INTO stock_flow (order_id, type, sale_id, user_id) SELECT " + sale
                    + " * 1000000 + i, '" + type + "', " + sale + ", 100000 + i FROM " + THOUSAND);
        }
        long read = Objects.requireNonNull(transaction.execute(status -> {
            long before = rowsRead();
            assertThat(lists.boughtSinceChosen(sale)).isEmpty();
            return rowsRead() - before;
        }));
        assertThat(read).isLessThan(20);
    }

    /** Rows that this connection has read along an index. */
    private long rowsRead() {
        return sql.sql("SHOW SESSION STATUS LIKE 'Handler_read_next'")
                .query((row, i) -> row.getLong(2))
                .single();
    }

    @Test
    void shouldHaveNoMoreOffersOutThanARoundCanLookAfter() {
        long sale = soldOut(1);
        joined(sale, 11);
        database.execute("INSERT INTO waiting_list (sale_id, user_id, joined_at) SELECT " + sale
                + ", 100000 + i, UTC_TIMESTAMP(3) FROM " + THOUSAND);
        joined(sale, 12);
        alone(leader(gates), leader -> {
            assertThat(addStock(sale, 2_000).status()).isEqualTo(200);
            leader.run();
            leader.run();
            assertThat(outIn(sale)).isEqualTo(WaitingListRounds.MAX_OUT);
            assertThat(atTheGate(sale, 101_000)).isNull();
            reserved(sale, 11);
            leader.run();
            leader.run();
            assertThat(outIn(sale)).isEqualTo(WaitingListRounds.MAX_OUT);
            assertThat(atTheGate(sale, 101_000)).isNotNull();
        });
        assertThat(state(sale, 12)).isEqualTo("WAITING");
        database.execute("UPDATE sale SET called_off = TRUE WHERE id = " + sale); // other tests need not wait for it
    }

    private long outIn(long sale) {
        return database.count("waiting_list WHERE state = 'OFFERED' AND epoch IS NOT NULL AND sale_id = " + sale);
    }

    /** Joins wait for the end of the lock. */
    @Test
    @Tag("long")
    void shouldLockNoSaleBeforeItsRedisHasAnswered() throws Exception {
        long sale = soldOut(1);
        joined(sale, 11);
        Config config = new Config().setLazyInitialization(true);
        try (ServerSocket silent = new ServerSocket(0);
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            config.useSingleServer()
                    .setAddress("redis://localhost:" + silent.getLocalPort())
                    .setRetryAttempts(0);
            RedissonClient unanswered = Redisson.create(config);
            try {
                alone(leader(new StockGates(unanswered, CampaignKind.SALE)), leader -> {
                    Future<Void> round = thread.submit(() -> {
                        leader.run();
                        return null;
                    });
                    try (Socket asked = silent.accept()) {
                        assertThat(asked.isConnected()).isTrue();
                        assertThat(database.number("SELECT id FROM sale WHERE id = " + sale + " FOR UPDATE NOWAIT"))
                                .isEqualTo(sale);
                    }
                    round.get();
                });
            } finally {
                unanswered.shutdown();
            }
        }
    }

    @Test
    void shouldServeTheListsWhoseRedisAnswers() {
        long away = soldOut(1);
        joined(away, 11);
        comesBack(away, 1);
        long sale = soldOut(1);
        joined(sale, 11);
        StockGates some = mock(StockGates.class, delegatesTo(gates));
        doAnswer(asked -> {
                    Map<Long, Optional<StockGateState>> states =
                            new HashMap<>(gates.states(asked.getArgument(0), asked.getArgument(1)));
                    states.remove(away);
                    return states;
                })
                .when(some)
                .states(anyCollection(), any());
        alone(leader(some), leader -> {
            comesBack(sale, 1);
            leader.run();
            assertThat(atTheGate(sale, 11)).isNotNull();
        });
        verify(some, never()).offers(eq(away), any(), any());
    }
}
