package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.entry.lottery.Lotteries;
import io.flashsale.entry.lottery.Places;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.entry.sale.EntryMode;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** Sales whose sequence is drawn at the opening. */
@Tag("long")
class LotteryIT extends EntryFixture {

    private static final String LOTTERY = "{\"mode\": \"LOTTERY\", \"rate\": 10000}";

    @Autowired
    private Lotteries lotteries;

    private int moves;

    private JsonNode lottery(long sale) {
        return board(sale).path("lottery");
    }

    private void open(long sale) {
        gate(sale).put("opensAt", Long.toString(open().toEpochMilli())); // admins may not, so late
        await().until(() -> lotteries.places(sale).isPresent());
    }

    @Test
    void shouldShowTheHashOfTheSeedBeforeAndTheSeedAfterTheOpening() throws Exception {
        long sale = sale(LOTTERY, 5, later());
        for (long user = 1; user <= 20; user++) {
            enter(sale, user);
        }
        JsonNode before = lottery(sale);
        assertThat(before.path("seedHash").asString()).hasSize(64);
        assertThat(before.path("seed").isString()).isFalse();
        assertThat(entry(sale, 1).body().path("place").isNumber()).isFalse();

        assertThat(lotteries.draw(sale, "former", 1)).as("another run of Redis").isEmpty();
        open(sale);
        await().until(() -> lottery(sale).path("seed").isString());
        JsonNode after = lottery(sale);
        assertThat(after.path("seedHash")).isEqualTo(before.path("seedHash"));
        assertThat(after.path("size").asLong()).isEqualTo(20);
        byte[] seed = HexFormat.of().parseHex(after.path("seed").asString());
        assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(seed)))
                .isEqualTo(before.path("seedHash").asString());
        Places recomputed = Places.drawn(seed, 20);
        for (long user = 1; user <= 20; user++) {
            JsonNode own = entry(sale, user).body();
            assertThat(own.path("place").asLong())
                    .isEqualTo(recomputed.placeOf(own.path("number").asLong()));
        }
        assertThat(enter(sale, 21).body().path("number").asLong()).isEqualTo(21);
        assertThat(entry(sale, 21).body().path("place").asLong())
                .as("who comes later queues behind")
                .isEqualTo(21);
    }

    @Test
    void shouldDrawWhoEnteredBeforeTheOpeningAlsoWhenOthersEnterAtOnceAndRedisIsLost() {
        long sale = sale(LOTTERY, 5, later());
        enter(sale, 1);
        enter(sale, 2);
        gate(sale).put("opensAt", "1000"); // it opens, and in the same moment
        assertThat(enter(sale, 3).body().path("number").asLong()).isEqualTo(3);
        assertThat(database.count("entry_lottery WHERE sale_id = " + sale + " AND size = 2"))
                .as("drawn before the first late number is given")
                .isEqualTo(1);
        redis.getKeys().delete(EntryKeys.of(sale).entry());
        awaitEntrance(sale);
        assertThat(enter(sale, 4).body().path("number").asLong()).isGreaterThan(3);
        await().until(() -> lottery(sale).path("size").isNumber());
        assertThat(lottery(sale).path("size").asLong()).isEqualTo(2);
    }

    @Test
    void shouldServeTheFirstPlacesOfTenThousandAndNobodyElse() throws Exception {
        int units = 500;
        int shoppers = 10_000;
        long sale = sale(LOTTERY, units, later());
        Map<Long, Long> users = new HashMap<>(); // by their numbers
        enterAll(sale, EntryMode.LOTTERY, LongStream.rangeClosed(1, shoppers))
                .forEach(entered -> users.put(entered.number(), users.size() + 1L));
        open(sale);
        await().until(() -> scripts.look(sale).orElseThrow().serving() >= units);

        Places places = lotteries.places(sale).orElseThrow();
        Set<Long> served = new TreeSet<>();
        List<Long> others = new ArrayList<>();
        for (long place = 1; place <= shoppers; place++) {
            long number = places.numberAt(place);
            Taking taking = scripts.take(sale, Objects.requireNonNull(users.get(number)), number, true);
            if (taking instanceof Taking.Issued) {
                served.add(place);
            } else {
                assertThat(taking).isInstanceOf(Taking.NoTurn.class);
                others.add(number);
            }
        }
        assertThat(served)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, units).boxed().toList());
        assertThat(others).hasSize(shoppers - units);
    }

    @Test
    void shouldKeepItsSeedAndStayALottery() {
        long sale = sale("{\"mode\": \"QUEUE\"}", 5, later());
        assertThat(changeMode(sale, "LOTTERY").status()).isEqualTo(200);
        await().until(() -> lottery(sale).path("seedHash").isString());
        JsonNode hash = lottery(sale).path("seedHash");
        assertThat(changeMode(sale, "QUEUE").problem()).isEqualTo("invalid-request");
        assertThat(change(sale, "\"entry\": {\"rate\": 5}, \"title\": \"Another\"")
                        .status())
                .isEqualTo(200);
        assertThat(lottery(sale).path("seedHash")).isEqualTo(hash);
        assertThat(database.count("entry_lottery WHERE sale_id = " + sale)).isEqualTo(1);
    }

    @Test
    void shouldHaveTheStockThatItHadWhenItsHashBecamePublic() {
        long sale = sale(LOTTERY, 5, later());
        Answer more = addStock(sale, 1);
        assertThat(more.status()).isEqualTo(409);
        assertThat(more.problem()).isEqualTo("sale-conflict");
        assertThat(more.body().path("detail").asString()).contains("The stock of a lottery is fixed");
        open(sale);
        assertThat(addStock(sale, 1).problem())
                .as("nor once the seed is public")
                .isEqualTo("sale-conflict");
        assertThat(database.available(sale)).isEqualTo(5);

        long order = System.nanoTime();
        ledger.deduct(sale, List.of(new Deduct.Line(order, 1, 100, 1)));
        assertThat(database.available(sale)).isEqualTo(4);
        ledger.release(sale, List.of(new OrderReleased(order, sale, 1, OrderReleased.Reason.PAYMENT_OVERDUE)));
        assertThat(database.available(sale)).as("what comes back").isEqualTo(5);
    }

    @Test
    void shouldNotDrawNumbersThatWereGivenBeforeItsHashWasPublic() {
        long sale = sale("{\"mode\": \"QUEUE\"}", 5, later());
        enter(sale, 1);
        Answer refused = changeMode(sale, "LOTTERY");
        assertThat(refused.problem()).isEqualTo("invalid-request");
        assertThat(refused.body().path("detail").asString()).contains("once somebody has a number");
        assertThat(changeMode(sale, "OPEN").status()).isEqualTo(200);
        assertThat(changeMode(sale, "LOTTERY").problem()).as("by a detour").isEqualTo("invalid-request");
        redis.getKeys().delete(EntryKeys.of(sale).entry(), EntryKeys.of(sale).numbers());
        assertThat(changeMode(sale, "LOTTERY").problem()).as("Redis forgot").isEqualTo("invalid-request");
        assertThat(database.count("entry_lottery WHERE sale_id = " + sale)).isZero();
    }

    /** The clock of Redis is an hour ahead here. */
    @Test
    void shouldNotMoveTheOpeningOfWhatIsOpenOrDrawnByAnotherClock() {
        long sale = sale(LOTTERY, 5, later());
        enter(sale, 1);
        assertThat(moveOpening(sale).status()).as("not open").isEqualTo(200);
        await().until(() -> scripts.look(sale).orElseThrow().opensAt().isAfter(later().plusSeconds(1_000)));
        gate(sale).put("opensAt", Long.toString(open().toEpochMilli()));
        assertThat(moveOpening(sale).problem()).as("open").isEqualTo("invalid-request");
        await().until(() -> lotteries.places(sale).isPresent());
        gate(sale).put("opensAt", Long.toString(later().toEpochMilli()));
        Answer moved = moveOpening(sale);
        assertThat(moved.problem()).as("drawn").isEqualTo("invalid-request");
        assertThat(moved.body().path("detail").asString()).contains("is drawn");
    }

    /** Moves it by another second each time, as smaller moves count as none. */
    private Answer moveOpening(long sale) {
        Instant to = later().plusSeconds(1_800 + 10 * ++moves);
        return change(sale, "\"opensAt\": \"" + to + "\"");
    }
}
