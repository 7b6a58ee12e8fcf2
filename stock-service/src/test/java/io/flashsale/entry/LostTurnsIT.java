package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.entry.lottery.SalePlaces;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** Turns when Redis is lost, once and again. */
@Tag("long")
class LostTurnsIT extends QueueFixture {

    @Autowired
    private PlatformTransactionManager transactions;

    @Autowired
    private SalePlaces places;

    @Autowired
    private EntryProperties properties;

    /** Moves all that was served to so many seconds ago. */
    private void servedLongAgo(long sale, int seconds) {
        database.execute("UPDATE entry_served SET served_at = UTC_TIMESTAMP(3) - INTERVAL " + seconds
                + " SECOND WHERE sale_id = " + sale);
    }

    /** The pass of user 2, whose number neither Redis nor MySQL knows, while both know that of user 1. */
    private String lostPass(long sale) {
        pass(sale, 1);
        String lost = pass(sale, 2);
        entryLog.write(sale);
        database.execute("DELETE FROM entry WHERE sale_id = " + sale + " AND user_id = 2"); // was never written
        loseRedis(sale);
        return lost;
    }

    @Test
    void shouldNotEndTurnsThatBeganAnewWhenRedisIsLostAgain() {
        long sale = sale(QUEUE, 1, open());
        String pass = pass(sale, 1);
        awaitServing(sale, 1);
        settled(sale);
        entryLog.write(sale);
        database.execute(
                "UPDATE entry_served SET served_at = UTC_TIMESTAMP(3) - INTERVAL 118 SECOND WHERE sale_id = " + sale);
        loseRedis(sale);
        later(sale); // two minutes after it was first served
        entryLog.write(sale);
        loseRedis(sale);
        ticketOf(ticketFor(sale, 1, pass));
    }

    @Test
    void shouldBeginTurnsAnewWhenRedisIsLostAndServeNobodyTwice() {
        long sale = sale(QUEUE, 3, open());
        List<String> passes = new ArrayList<>();
        for (long user = 1; user <= 4; user++) {
            passes.add(pass(sale, user));
        }
        awaitServing(sale, 3);
        settled(sale);
        String ticket = ticketOf(ticketFor(sale, 1, passes.getFirst()));
        entryLog.write(sale);
        loseRedis(sale);

        assertThat(settled(sale).serving()).isEqualTo(3);
        assertThat(ticketOf(ticketFor(sale, 1, passes.getFirst()))).isEqualTo(ticket);
        assertThat(reserve(sale, 2, ticketOf(ticketFor(sale, 2, passes.get(1)))).status())
                .isEqualTo(202);
        assertThat(ticketFor(sale, 4, passes.get(3)).problem()).isEqualTo("not-your-turn");
    }

    @Test
    void shouldNotEndTheTurnOfWhoCameBackWithAPassWhenRedisIsLostAgain() {
        long sale = sale(QUEUE, 5, Instant.now().plusSeconds(3_600));
        String lost = lostPass(sale);
        pass(sale, 3);
        open(sale);
        awaitServing(sale, numberOf(sale, 1));
        settled(sale);
        servedLongAgo(sale, 600); // and passed over
        comesBack(sale, 2, lost);
        settled(sale);

        loseRedis(sale);
        settled(sale);
        loseRedis(sale);
        ticketOf(ticketOnce(sale, 2, lost));
    }

    @Test
    void shouldKeepWhoCameBackWithAPassNextWhenRedisIsLostBeforeThereIsAUnit() {
        long sale = sale(QUEUE, 1, Instant.now().plusSeconds(3_600));
        String lost = lostPass(sale);
        String later = pass(sale, 3);
        enter(sale, 4);
        open(sale);
        awaitServing(sale, numberOf(sale, 1));
        assertThat(reserve(sale, 1, ticketOf(ticketOnce(sale, 1, pass(sale, 1))))
                        .status())
                .isEqualTo(202);
        database.execute(
                "UPDATE entry_counter SET served_up_to = 2 WHERE sale_id = " + sale); // its place was passed over
        entryLog.write(sale);
        loseRedis(sale);
        comesBack(sale, 2, lost);
        settled(sale);

        loseRedis(sale);
        assertThat(ticketFor(sale, 2, lost).problem()).isEqualTo("not-your-turn");
        call("POST", "/api/admin/sales/" + sale + "/stock", admin(), "{\"add\": 1}");
        ticketOf(ticketOnce(sale, 2, lost));
        assertThat(ticketFor(sale, 3, later).problem()).isEqualTo("not-your-turn");
    }

    private void comesBack(long sale, long user, String pass) {
        Answer back = call("POST", "/api/sales/" + sale + "/entry", shopper(user), "{\"pass\": \"" + pass + "\"}");
        assertThat(back.status()).as(back.raw().body()).isEqualTo(200);
    }

    /** The leader was lost between the two. */
    @Test
    void shouldBeginTurnsAnewThatRedisWasToldOfAndMySqlWasNot() {
        long sale = sale(QUEUE, 2, Instant.now().plusSeconds(3_600));
        List<String> passes = List.of(pass(sale, 1), pass(sale, 2));
        EntryState state = settled(sale);
        EntryScripts.Step both = new EntryScripts.Step(2, List.of(1L, 2L), 0, 9, Duration.ofMinutes(2));
        assertThat(scripts.step(sale, state, both)).isPresent();
        open(sale);
        settled(sale);

        loseRedis(sale);
        ticketOf(ticketFor(sale, 1, passes.getFirst()));
        ticketOf(ticketFor(sale, 2, passes.getLast()));
    }

    @Test
    void shouldNotEndTurnsThatBeganAnewWhenItIsNotCommittedThatTheEntranceWasMade() {
        long sale = sale(QUEUE, 1, open());
        String pass = pass(sale, 1);
        awaitServing(sale, 1);
        settled(sale);
        entryLog.write(sale);
        servedLongAgo(sale, 117);
        restart(sale);
        new EntryRecovery(scripts, entries, entryLog, losingTheSecondCommit(), properties, places).recover(sale);
        // The service's own recovery may be rebuilding the entrance at the same time.
        await().untilAsserted(() -> assertThat(scripts.look(sale)).isPresent());
        later(sale); // two minutes after it was first served
        later(sale);
        loseRedis(sale);
        ticketOf(ticketFor(sale, 1, pass));
    }

    private TransactionTemplate losingTheSecondCommit() {
        AtomicInteger transactionsBegun = new AtomicInteger();
        return new TransactionTemplate(transactions) {
            @Override
            public void executeWithoutResult(Consumer<TransactionStatus> action) {
                super.executeWithoutResult(status -> {
                    action.accept(status);
                    if (transactionsBegun.incrementAndGet() == 1) {
                        status.setRollbackOnly();
                    }
                });
            }
        };
    }
}
