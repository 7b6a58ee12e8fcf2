package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.signature.SharedSecret;
import io.flashsale.entry.EntrySigner.Signed;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.entry.sale.EntryMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Sales in which shoppers wait in the sequence in which they came. */
@ExtendWith(OutputCaptureExtension.class)
class QueueIT extends QueueFixture {

    @Autowired
    private EntrySigner signer;

    @Autowired
    private TransactionTemplate transaction;

    private String state(long sale) {
        return board(sale).path("state").asString();
    }

    @Test
    void shouldGiveEachANumberOfHisOwnAndTheSameAgain() {
        long sale = sale(QUEUE, 5, later());
        Answer first = enter(sale, 7);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body().path("number").asLong()).isEqualTo(1);
        assertThat(enter(sale, 8).body().path("number").asLong()).isEqualTo(2);
        assertThat(enter(sale, 7).body()).isEqualTo(first.body());
        assertThat(entry(sale, 8).body().path("place").asLong()).isEqualTo(2);
        assertThat(entry(sale, 9).problem()).isEqualTo("not-entered");
        assertThat(enter(openSale(1), 7).problem()).isEqualTo("entry-not-needed");
        assertThat(enter(999_999, 7).problem()).isEqualTo("sale-not-found");
    }

    @Test
    void shouldServeNobodyBeforeTheOpeningAndThenInSequenceAsManyAsThereAreUnits() {
        long sale = sale(QUEUE, 3, later());
        List<String> passes = passes(sale, 5);
        assertThat(ticketFor(sale, 1, passes.getFirst()).problem()).isEqualTo("sale-not-open");
        Answer waiting = get(path(sale) + "/serving");
        assertThat(waiting.body().path("state").asString()).isEqualTo("WAITING");
        assertThat(waiting.body().path("entered").asLong()).isEqualTo(5);
        assertThat(waiting.body().path("turnSeconds").asLong())
                .isEqualTo(properties.turn().toSeconds());
        assertThat(waiting.body().path("remaining").asLong()).isEqualTo(3);
        assertThat(waiting.body().path("revision").asLong())
                .isEqualTo(get("/api/sales/" + sale).body().path("revision").asLong());
        assertThat(waiting.raw().headers().firstValue("Cache-Control")).hasValue("max-age=1, public");

        open(sale);
        awaitServing(sale, 3);
        assertThat(settled(sale).serving()).as("three units, three turns").isEqualTo(3);
        assertThat(state(sale)).isEqualTo("PAUSED");
        Answer early = ticketFor(sale, 4, passes.get(3));
        assertThat(early.problem()).isEqualTo("not-your-turn");
        assertThat(early.body().path("place").asLong()).isEqualTo(4);
        assertThat(early.body().path("serving").asLong()).isEqualTo(3);
        reserved(sale, 1, ticketOf(ticketFor(sale, 1, passes.getFirst())));
        assertThat(board(sale).path("remaining").asLong()).isEqualTo(2);
    }

    @Test
    void shouldServeTheNextWhenATurnIsLostAndGoOnWhenUnitsComeBack() {
        long sale = sale(QUEUE, 1, open());
        double servedBefore = meters.counter("flashsale.entry.served").count();
        String first = pass(sale, 1);
        String second = pass(sale, 2);
        String third = pass(sale, 3);
        awaitServing(sale, 1);
        await().until(() -> meters.counter("flashsale.entry.served").count() > servedBefore);
        await().until(() -> meters.get("flashsale.entry.waiting").gauge().value() == 0);
        redis.getScoredSortedSet(EntryKeys.of(sale).turns(), StringCodec.INSTANCE)
                .add(1, "1"); // it was long ago

        reserved(sale, 2, ticketOf(ticketOnce(sale, 2, second)));
        assertThat(ticketFor(sale, 1, first).problem()).isEqualTo("turn-over");
        assertThat(settled(sale).serving()).isEqualTo(2);
        assertThat(state(sale)).isEqualTo("PAUSED");

        addStock(sale, 1);
        reserved(sale, 3, ticketOf(ticketOnce(sale, 3, third)));
    }

    @Test
    void shouldServeNoPlaceTwiceAndNoneWithoutAUnitWhoeverLeads() {
        long sale = sale(QUEUE, 2, later());
        LongStream.rangeClosed(1, 4).forEach(user -> enter(sale, user));
        EntryState state = settled(sale);
        EntryScripts.Step two = new EntryScripts.Step(2, List.of(1L, 2L), 0, 9, properties.turn());
        assertThat(scripts.step(sale, state, two)).isPresent();
        assertThat(scripts.step(sale, state, two)).as("the other leader").isEmpty();
        EntryState after = scripts.look(sale).orElseThrow();
        EntryScripts.Step more = new EntryScripts.Step(3, List.of(3L), 0, 9, properties.turn());
        assertThat(scripts.step(sale, after, more)).as("no unit").isEmpty();
    }

    @Test
    void shouldTakePassesOfItsOwnOnly() {
        long sale = sale(QUEUE, 5, open());
        String pass = pass(sale, 1);
        String other = pass(sale(QUEUE, 5, open()), 1);
        assertThat(ticketFor(sale, 2, pass).problem()).isEqualTo("pass-not-yours");
        assertThat(ticketFor(sale, 1, other).problem()).isEqualTo("pass-invalid");
        assertThat(ticketFor(sale, 1, "v1.a.b").problem()).isEqualTo("pass-invalid");
        assertThat(ticket(sale, 1, "").problem()).isEqualTo("pass-invalid");
        Signed forged = new Signed(sale, 9, 4_000, Instant.now());
        assertThat(ticketFor(sale, 9, new EntrySigner(new SharedSecret("the-secret-of-others", null)).pass(forged))
                        .problem())
                .isEqualTo("pass-invalid");
        assertThat(ticketFor(sale, 9, signer.pass(forged)).problem())
                .as("signed, but never given")
                .isEqualTo("pass-invalid");
        Signed borrowed = new Signed(sale, 2, 1, Instant.now());
        assertThat(ticketFor(sale, 2, signer.pass(borrowed)).problem()).isEqualTo("pass-invalid");
    }

    @Test
    void shouldKeepAPassGoodWhenTheOpeningIsMoved() {
        long sale = sale(QUEUE, 5, later());
        String pass = pass(sale, 1);
        change(sale, "\"opensAt\": \"" + Instant.now().plusSeconds(7_200) + "\"");
        assertThat(ticketFor(sale, 1, pass).problem()).isEqualTo("sale-not-open");
        open(sale);
        reserved(sale, 1, ticketOf(ticketOnce(sale, 1, pass)));
    }

    @Test
    void shouldNotSayThatNobodyHasEnteredWhileTheEntranceIsMadeAnew() {
        long sale = sale(QUEUE, 5, later());
        enter(sale, 1);
        entryLog.write(sale);
        restart(sale);
        redis.getKeys().delete(EntryKeys.of(sale).numbers());
        await().until(() -> {
            Answer found = entry(sale, 1);
            assertThat(found.status()).as(found.raw().body()).isIn(200, 503);
            return found.status() == 200;
        });
    }

    @Test
    void shouldTellWhatIsKnownWhileTheEntranceIsMadeAnew() {
        long sale = sale(QUEUE, 5, later());
        String pass = pass(sale, 1);
        entryLog.write(sale);
        transaction.executeWithoutResult(status -> {
            entries.lockCounter(sale); // keeps it from being rebuilt meanwhile
            restart(sale);
            assertThat(scripts.look(sale)).isEmpty();
            assertThat(scripts.enter(sale, 1, EntryMode.QUEUE, null)).isInstanceOf(Entering.Entered.class);
            assertThat(scripts.enter(sale, 2, EntryMode.QUEUE, null)).isInstanceOf(Entering.Missing.class);
            assertThat(scripts.take(sale, 1, 1, true)).isInstanceOf(Taking.NotOpen.class);
            assertThat(ticketFor(sale, 1, pass).problem()).isEqualTo("sale-not-open");
        });
    }

    @Test
    void shouldGiveNoNumberOfARunThatMySqlLetsGiveNumbersStill() {
        long sale = sale(QUEUE, 5, later());
        database.execute("UPDATE entry_counter SET run = 'former', given_up_to = given_up_to + 1000 WHERE sale_id = "
                + sale); // this run was opened; the former one was allowed to give more
        long given = givenUpTo(sale);
        await().until(() -> !Objects.requireNonNull(entries.counter(sale)).run().equals("former"));
        awaitEntrance(sale);
        assertThat(enter(sale, 1).body().path("number").asLong()).isGreaterThan(given);
    }

    @Test
    void shouldSayThatItHasEndedAlsoWhenRedisIsLostLongAfterwards() {
        long sale = sale(QUEUE, 5, open());
        pass(sale, 1);
        database.execute("UPDATE sale SET opens_at = UTC_TIMESTAMP(3) - INTERVAL 3 HOUR,"
                + " closes_at = UTC_TIMESTAMP(3) - INTERVAL 2 HOUR WHERE id = " + sale);
        loseRedis(sale);
        assertThat(enter(sale, 2).problem()).isEqualTo("sale-ended");
        assertThat(state(sale)).isEqualTo("ENDED");
    }

    @Tag("long")
    @Test
    void shouldGiveNoNumberTwiceWhenRedisIsLostWithACrowdWaiting() throws Exception {
        int waiting = 300;
        int later = 60;
        long sale = sale(QUEUE, 100, later());
        List<Signed> before = passesOfAll(sale, 1, waiting);

        loseRedis(sale); // with entries that had not been written yet

        List<Signed> after = passesOfAll(sale, waiting + 1, waiting + later);
        Map<Long, Long> owners = new HashMap<>();
        int forgotten = 0;
        for (Signed pass : before) {
            if (scripts.given(sale, pass.userId()).isEmpty()) {
                forgotten++;
                comeBack(sale, pass.userId(), signer.pass(pass));
            }
            assertThat(scripts.given(sale, pass.userId()).orElseThrow().number())
                    .isEqualTo(pass.number());
            owners.put(pass.number(), pass.userId());
        }
        after.forEach(pass -> owners.put(pass.number(), pass.userId()));
        assertThat(owners).as("%d were forgotten", forgotten).hasSize(waiting + later);
        entryLog.write(sale);
        assertThat(database.count("entry WHERE sale_id = " + sale)).isEqualTo(waiting + later);
    }

    private List<Signed> passesOfAll(long sale, long from, long to) throws Exception {
        List<Signed> passes = new ArrayList<>();
        for (Entering.Entered entered : enterAll(sale, EntryMode.QUEUE, LongStream.rangeClosed(from, to))) {
            passes.add(new Signed(sale, from + passes.size(), entered.number(), entered.at()));
        }
        return passes;
    }

    @Test
    void shouldSayInTheLogThatANumberWasGivenToTwo(CapturedOutput output) {
        long sale = sale(QUEUE, 5, later());
        database.execute("INSERT INTO entry (sale_id, user_id, number, entered_at) VALUES (" + sale
                + ", 500, 1, UTC_TIMESTAMP(3))");
        enter(sale, 7);
        entryLog.write(sale);
        assertThat(output).contains("number 1 of sale " + sale + " was given to users 500 and 7");
        assertThat(numberOf(sale, 500)).isEqualTo(1);
    }

    @Test
    @Tag("long")
    void shouldSayHowManyNumbersAreNobodys() {
        long sale = sale(QUEUE, 9, later());
        pass(sale, 1);
        String lost = pass(sale, 2);
        assertThat(waiting(sale)).isEqualTo(2);
        assertThat(unclaimed(sale)).isZero();
        loseRedisAndWhatIsKnownOf2(sale);
        pass(sale, 3);
        assertThat(waiting(sale))
                .as("one is forgotten, and many numbers are nobody's")
                .isEqualTo(2);
        assertThat(unclaimed(sale))
                .isEqualTo(Objects.requireNonNull(entries.counter(sale)).recoveredUpTo() - 1);

        comeBack(sale, 2, lost);
        assertThat(waiting(sale)).isEqualTo(3);
        open(sale);
        await().untilAsserted(() -> assertThat(waiting(sale)).isZero());
        assertThat(unclaimed(sale)).as("all were passed over").isZero();
        settled(sale);
        loseRedis(sale);
        assertThat(waiting(sale)).isZero();
        await().until(() -> unclaimed(sale) == 0);
    }

    private long unclaimed(long sale) {
        return board(sale).path("unclaimed").asLong();
    }

    private long waiting(long sale) {
        JsonNode board = board(sale);
        return board.path("entered").asLong()
                - board.path("serving").asLong()
                - board.path("unclaimed").asLong();
    }

    @Test
    void shouldPassOverWhatIsNobodysAndServeNextWhoComesBackWithAPass() {
        long sale = sale(QUEUE, 2, later());
        String first = pass(sale, 1);
        String lost = pass(sale, 2);
        loseRedisAndWhatIsKnownOf2(sale);
        String later = pass(sale, 3);
        assertThat(enter(sale, 3).body().path("number").asLong()).isGreaterThan(2);
        enter(sale, 4);
        open(sale);
        awaitServing(sale, numberOf(sale, 1) + 1);
        await().until(() -> scripts.look(sale).orElseThrow().free() == 0); // places that belong to nobody hold no unit

        Answer early = ticketFor(sale, 2, lost);
        assertThat(early.problem()).as("both units are meant for others").isEqualTo("not-your-turn");
        assertThat(early.body().path("place").asLong()).isEqualTo(2);
        reserved(sale, 1, ticketOf(ticketFor(sale, 1, first)));
        reserved(sale, 3, ticketOf(ticketFor(sale, 3, later)));

        addStock(sale, 1);
        reserved(sale, 2, ticketOf(ticketOnce(sale, 2, lost)));
        assertThat(numberOf(sale, 2)).isEqualTo(2);
    }
}
