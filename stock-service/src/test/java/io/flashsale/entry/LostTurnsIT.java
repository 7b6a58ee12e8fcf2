package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import io.flashsale.admission.StockGates;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.entry.EntryMapper.UsedTicket;
import io.flashsale.entry.lottery.SalePlaces;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

    /** Moves all that was served to so many seconds ago. */
    private void servedLongAgo(long sale, long seconds) {
        database.execute("UPDATE entry_served SET served_at = UTC_TIMESTAMP(3) - INTERVAL " + seconds
                + " SECOND WHERE sale_id = " + sale);
    }

    /** Lets the turns end in so many seconds and loses Redis, while the leader's rounds are stopped. */
    private void loseWhatWasServedLongAgo(long sale, int left, Runnable loss) {
        betweenRounds(
                () -> { // a look that comes later would see the turns end first
                    servedLongAgo(sale, properties.turn().toSeconds() - left);
                    loss.run();
                });
    }

    /** The pass of user 2, whose number neither Redis nor MySQL knows, while both know that of user 1. */
    private String lostPass(long sale) {
        pass(sale, 1);
        String lost = pass(sale, 2);
        loseRedisAndWhatIsKnownOf2(sale);
        return lost;
    }

    @Test
    void shouldNotEndTurnsThatBeganAnewWhenRedisIsLostAgain() {
        long sale = sale(QUEUE, 1, open());
        String pass = pass(sale, 1);
        awaitServing(sale, 1);
        settled(sale);
        entryLog.write(sale);
        loseWhatWasServedLongAgo(sale, 2, () -> forgetEverything(sale));
        awaitEntranceAnew(sale);
        later(sale); // a turn after it was first served
        entryLog.write(sale);
        loseRedis(sale);
        ticketOf(ticketFor(sale, 1, pass));
    }

    @Test
    void shouldBeginTurnsAnewWhenRedisIsLostAndServeNobodyTwice() {
        long sale = sale(QUEUE, 3, open());
        List<String> passes = passes(sale, 4);
        awaitServing(sale, 3);
        settled(sale);
        String ticket = ticketOf(ticketFor(sale, 1, passes.getFirst()));
        entryLog.write(sale);
        loseRedis(sale);

        assertThat(settled(sale).serving()).isEqualTo(3);
        assertThat(ticketOf(ticketFor(sale, 1, passes.getFirst()))).isEqualTo(ticket);
        reserved(sale, 2, ticketOf(ticketFor(sale, 2, passes.get(1))));
        assertThat(ticketFor(sale, 4, passes.get(3)).problem()).isEqualTo("not-your-turn");
    }

    @Test
    void shouldNotEndTheTurnOfWhoCameBackWithAPassWhenRedisIsLostAgain() {
        long sale = sale(QUEUE, 5, later());
        String lost = lostPass(sale);
        pass(sale, 3);
        open(sale);
        awaitServing(sale, numberOf(sale, 1));
        settled(sale);
        servedLongAgo(sale, 5 * properties.turn().toSeconds()); // and passed over
        comeBack(sale, 2, lost);
        settled(sale);

        loseRedis(sale);
        settled(sale);
        loseRedis(sale);
        ticketOf(ticketOnce(sale, 2, lost));
    }

    @Tag("weekly")
    @Test
    void shouldKeepWhoCameBackWithAPassNextWhenRedisIsLostBeforeThereIsAUnit() {
        long sale = sale(QUEUE, 1, later());
        String lost = lostPass(sale);
        String later = pass(sale, 3);
        enter(sale, 4);
        open(sale);
        awaitServing(sale, numberOf(sale, 1));
        reserved(sale, 1, ticketOf(ticketOnce(sale, 1, pass(sale, 1))));
        database.execute(
                "UPDATE entry_counter SET served_up_to = 2 WHERE sale_id = " + sale); // its place was passed over
        entryLog.write(sale);
        loseRedis(sale);
        comeBack(sale, 2, lost);
        settled(sale);

        loseRedis(sale);
        assertThat(ticketFor(sale, 2, lost).problem()).isEqualTo("not-your-turn");
        addStock(sale, 1);
        ticketOf(ticketOnce(sale, 2, lost));
        assertThat(ticketFor(sale, 3, later).problem()).isEqualTo("not-your-turn");
    }

    /** The leader was lost between the two. */
    @Tag("weekly")
    @Test
    void shouldBeginTurnsAnewThatRedisWasToldOfAndMySqlWasNot() {
        long sale = sale(QUEUE, 2, later());
        List<String> passes = passes(sale, 2);
        EntryState state = settled(sale);
        EntryScripts.Step both = new EntryScripts.Step(2, List.of(1L, 2L), 0, 9, properties.turn());
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
        EntryRecovery recovery =
                new EntryRecovery(scripts, entries, entryLog, losingTheSecondCommit(), properties, places);
        loseWhatWasServedLongAgo(sale, 3, () -> {
            restart(sale);
            recovery.recover(sale);
        });
        // The service's own recovery may be rebuilding the entrance at the same time.
        await().untilAsserted(() -> assertThat(scripts.look(sale)).isPresent());
        later(sale); // a turn after it was first served
        later(sale);
        loseRedis(sale);
        ticketOf(ticketFor(sale, 1, pass));
    }

    /** The rebuild has read that the ticket is used; Redis has no number yet whose ticket it could give back. */
    @Test
    void shouldGiveTheTicketBackOfAnOrderThatIsRejectedWhileTheEntryIsMade() {
        long sale = sale("{\"mode\": \"TICKET\"}", 1, open());
        long order = reserved(sale, 7, ticketOf(ticket(sale, 7)));
        ledger.deduct(sale, List.of(new Deduct.Line(order, 7, 99, 1)));
        EntryMapper rejecting = mock(EntryMapper.class, delegatesTo(entries));
        doAnswer(_ -> {
                    List<UsedTicket> used = entries.usedTickets(sale);
                    CompletableFuture.runAsync(() -> rejected(sale, order)).join(); // not in this transaction
                    return used;
                })
                .doAnswer(_ -> entries.usedTickets(sale))
                .when(rejecting)
                .usedTickets(sale);
        EntryRecovery recovery = new EntryRecovery(
                scripts, rejecting, entryLog, new TransactionTemplate(transactions), properties, places);
        betweenRounds(() -> {
            restart(sale);
            await().until(() -> {
                recovery.recover(sale);
                return scripts.look(sale).isPresent();
            });
        });
        reserved(sale, 7, ticketOf(ticket(sale, 7)));
    }

    private void rejected(long sale, long order) {
        ledger.release(sale, List.of(new OrderReleased(order, sale, 7, Reason.REJECTED_BY_ADMINISTRATOR)));
        gates.release(sale, List.of(new StockGates.Hold(7, order, true, true)));
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
