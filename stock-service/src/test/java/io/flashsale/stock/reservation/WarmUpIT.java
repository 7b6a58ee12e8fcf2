package io.flashsale.stock.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.Campaign;
import io.flashsale.admission.ReservationIds;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.stock.StockServiceFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Redis loses a sale while reservations wait in Kafka; a consumer that deducts on demand plays order-service. */
class WarmUpIT extends StockServiceFixture {

    @Autowired
    private OutboxRelay relay;

    @Autowired
    private PlatformTransactionManager transactions;

    /** Other classes leave reservations unplaced, and a rebuild waits until all that is queued is placed. */
    @BeforeEach
    void placeWhatOthersLeft() {
        placement.placeEverything();
    }

    @Test
    void shouldStayClosedUntilTheQueueIsPlacedAndThenKnowEverybodyWhoWasAccepted() {
        long sale = openSale(5);
        for (long user = 1; user <= 3; user++) {
            reserved(sale, user);
        }
        redis.getKeys().flushdb();

        Answer closed = reserve(sale, 4);
        assertThat(closed.status()).isEqualTo(503);
        assertThat(closed.problem()).isEqualTo("sale-warming-up");
        assertThat(closed.raw().headers().firstValue("Retry-After")).contains("1");
        Answer unknowable = call("GET", "/internal/reservations/17?userId=7", service(), "");
        assertThat(unknowable.problem()).isIn("sale-warming-up", "reservation-not-found");
        await().during(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(reserve(sale, 4).status()).isEqualTo(503));

        placement.placeEverything();

        await().untilAsserted(() -> assertThat(reserve(sale, 1).problem()).isEqualTo("already-purchased"));
        reserved(sale, 4);
        reserved(sale, 5);
        assertThat(reserve(sale, 6).problem()).isEqualTo("sold-out");
        placement.placeEverything();
        assertThat(database.available(sale)).isZero();
        assertThat(gates.state(sale).orElseThrow().drift()).isZero();
    }

    @Test
    void shouldLetShoppersHaveAsManyUnitsAsTheSaleAllowsAlsoAfterARebuild() {
        long sale = openSale(9);
        database.execute("UPDATE sale SET purchase_limit = 3 WHERE id = " + sale);
        rebuild(sale);
        for (long user : new long[] {7, 8, 7}) {
            reserved(sale, user);
        }
        placement.placeEverything();
        rebuild(sale);
        assertThat(gates.state(sale).orElseThrow().holders()).isEqualTo(3);
        assertThat(gates.state(sale).orElseThrow().drift()).isZero();
        assertThat(gates.holders(sale)).containsExactly(7, 8);

        String third = reserve(sale, 7).body().path("orderId").asString();
        Answer fourth = reserve(sale, 7);
        assertThat(fourth.problem()).isEqualTo("already-purchased");
        assertThat(fourth.body().path("orderId").asString()).isEqualTo(third);
        placement.placeEverything();

        assertThat(gates.state(sale).orElseThrow().remaining())
                .isEqualTo(database.available(sale))
                .isEqualTo(5);
    }

    private void rebuild(long sale) {
        gate(sale).delete();
        awaitGate(sale);
    }

    @Test
    void shouldRelayWhileARebuildWaits() {
        long sale = openSale(5);
        long other = openSale(5);
        reserved(sale, 1); // nobody places it, so its rebuild goes on waiting
        gate(sale).delete();
        await().until(() -> gate(sale).containsKey("lease"));

        AdmissionService withoutQueue = new AdmissionService(
                gates,
                new ReservationIds(() -> 1),
                group -> CompletableFuture.failedFuture(new IOException("away")),
                HANG_GUARD);
        assertThat(withoutQueue.admit(other, 2, "")).as("for the relay").isInstanceOf(Admission.Undecided.class);
        await().until(() -> relay.outboxLength() == 0);
        assertThat(reserve(sale, 2).status()).as("it still waits").isEqualTo(503);
        assertThat(placement.reservations(other))
                .extracting(StockReserved::userId)
                .containsOnly(2L);

        placement.placeEverything();
        awaitGate(sale);
    }

    @Test
    void shouldBringAMissedChangeToTheGate() {
        long sale = openSale(1);
        // Redis was away when stock was added.
        database.execute("UPDATE stock SET added = 4, available = 5, version = version + 1 WHERE sale_id = " + sale);
        database.execute("UPDATE sale SET revision = revision + 1 WHERE id = " + sale);
        await().until(() -> gates.state(sale).map(StockGateState::remaining).orElse(0L) == 5);

        // MySQL loses the change again, as by a fail-over or from a backup; Redis does not.
        database.execute("UPDATE stock SET added = 0, available = 1, version = version + 1 WHERE sale_id = " + sale);
        database.execute("UPDATE sale SET revision = revision - 1 WHERE id = " + sale);
        await().until(() -> gates.state(sale).map(StockGateState::remaining).orElse(0L) == 1);
    }

    /** The transaction that took the units away failed after Redis had lost them. */
    @Test
    void shouldGiveBackWhatOnlyRedisHasLost() {
        long sale = openSale(5);
        Campaign gate = gates.campaign(sale).orElseThrow();
        Campaign fewer = new Campaign(sale, gate.revision() + 1, gate.opensAt(), gate.closesAt(), 2, gate.terms());
        assertThat(gates.lower(fewer, HANG_GUARD)).isEqualTo(StockGates.Amendment.AMENDED);
        await().until(() -> gates.state(sale).map(StockGateState::remaining).orElse(0L) == 5);
    }

    /** Redis knows of it before MySQL has committed it, as when units are taken away. */
    @Test
    void shouldNotTakeAChangeInProgressForALostOne() {
        long sale = openSale(5);
        String epoch = gates.state(sale).orElseThrow().epoch();
        Campaign gate = gates.campaign(sale).orElseThrow();
        Campaign fewer = new Campaign(sale, gate.revision() + 1, gate.opensAt(), gate.closesAt(), 2, gate.terms());
        new TransactionTemplate(transactions).executeWithoutResult(status -> {
            database.execute("UPDATE sale SET revision = revision + 1 WHERE id = " + sale);
            gates.lower(fewer, HANG_GUARD);
            await().until(() ->
                    database.count("information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'") > 0 || next(warmUps));
            database.execute("UPDATE stock SET added = -3, available = 2 WHERE sale_id = " + sale);
        });
        rebuild(openSale(1)); // by a look that began after this one had ended
        assertThat(gates.state(sale).orElseThrow().epoch()).isEqualTo(epoch);
    }

    @Test
    void shouldCloseTheGateOfASaleThatMySqlHasLost() {
        long sale = openSale(5);
        database.execute("DELETE FROM stock WHERE sale_id = " + sale);
        database.execute("DELETE FROM sale WHERE id = " + sale);
        String order = reserve(sale, 1).body().path("orderId").asString();

        Answer deducted = call("POST", "/internal/stock/deductions", service(), """
                {"saleId": "%d", "orders": [{"orderId": "%s", "userId": "1", "priceCents": 100, "slot": 1}]}
                """.formatted(sale, order));
        assertThat(deducted.problem()).isEqualTo("sale-not-found");
        await().until(() -> reserve(sale, 2).problem().equals("sale-not-found"));
        placement.placeEverything();
    }

    /** Otherwise a gate with the lost change would be taken for one with the new one. */
    @Test
    void shouldGiveNoTwoChangesTheSameRevision() {
        long sale = openSale(5);
        database.execute("UPDATE sale SET revision = 7 WHERE id = " + sale); // as the backup has it
        change(sale, "\"priceCents\": 150");
        long lost = gates.state(sale).orElseThrow().revision();
        database.execute("UPDATE sale SET price_cents = 100, revision = 7 WHERE id = " + sale);
        change(sale, "\"priceCents\": 120");
        assertThat(revision(sale)).isNotEqualTo(lost);
        // A revision has up to a second by chance, so the lost one may be the later one until a rebuild.
        await().until(() ->
                gates.state(sale).map(StockGateState::revision).orElse(0L).equals(revision(sale)));
        reserved(sale, 1);
        placement.placeEverything();
        assertThat(placement.reservations(sale))
                .extracting(reserved -> reserved.terms().priceCents())
                .containsOnly(120L);
    }

    private long revision(long sale) {
        return get("/api/sales/" + sale).body().path("revision").asLong();
    }

    @Test
    void shouldWarmASaleThatOpenedAfterAThousandOthers() {
        long first = openSale(1);
        try {
            database.execute(
                    "INSERT INTO sale (id, product_id, title, price_cents, list_price_cents, opens_at, closes_at)"
                            + " SELECT seq, product_id, 'over', 1, 1, opens_at - INTERVAL 1 YEAR, closes_at - INTERVAL 1 DAY"
                            + " FROM sale, " + SqlDatabase.numbersTo(1_000) + " WHERE id = " + first);
            database.execute("INSERT INTO stock (sale_id, initial, available)"
                    + " SELECT id, 1, 1 FROM sale WHERE title = 'over'");
            long sale = openSale(1);
            assertThat(get("/api/sales").raw().body()).contains("\"id\":\"" + sale + "\"");
            rebuild(sale);
        } finally {
            database.execute("DELETE FROM stock WHERE sale_id IN (SELECT id FROM sale WHERE title = 'over')");
            database.execute("DELETE FROM sale WHERE title = 'over'");
        }
    }

    @Test
    void shouldRebuildASaleWithManyHolders() {
        int holders = 100_000;
        long sale = openSale(holders + 1);
        database.execute("INSERT INTO stock_flow (order_id, type, sale_id, user_id)"
                + " SELECT 5000000000000 + seq, 'DEDUCT', " + sale + ", seq FROM " + SqlDatabase.numbersTo(holders));
        database.execute(
                "UPDATE stock SET available = 1, deducted = initial - 1, version = version + 1 WHERE sale_id = "
                        + sale);
        rebuild(sale);
        assertThat(gates.state(sale).orElseThrow().holders()).isEqualTo(holders);
        assertThat(gates.state(sale).orElseThrow().drift()).isZero();
        assertThat(reserve(sale, holders).problem()).isEqualTo("already-purchased");
        assertThat(reserve(sale, holders + 1).status()).isEqualTo(202);
        placement.placeEverything();
    }
}
