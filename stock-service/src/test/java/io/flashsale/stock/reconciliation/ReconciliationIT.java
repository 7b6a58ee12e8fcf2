package io.flashsale.stock.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.spring.reconciliation.Comparer;
import io.flashsale.admission.spring.reconciliation.Comparison;
import io.flashsale.admission.spring.reconciliation.Reconciliation;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.stock.OutboxDouble;
import io.flashsale.stock.PlacementDouble;
import io.flashsale.stock.Reconciliations;
import io.flashsale.stock.StockServiceFixture;
import io.flashsale.stock.ledger.LedgerService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;

class ReconciliationIT extends StockServiceFixture {

    @Autowired
    private Comparer comparer;

    @Autowired
    private Reconciliations reconciliations;

    /** The bean that runs in production, which looks at all sales. */
    @Autowired
    private Reconciliation ofAllSales;

    @Autowired
    private RedissonClient redis;

    @Autowired
    private PlacementDouble placement;

    @Autowired
    private OutboxDouble outbox;

    @Autowired
    private LedgerService ledger;

    @BeforeEach
    void nothingIsUnderWay() {
        placement.placeEverything();
    }

    @Test
    void shouldFindWhatDiffersAndRepairItOnlyWhenItIsCertain() throws Exception {
        long sale = openSale(5);
        assertThat(settled(sale)).isEqualTo(new Comparison.Agreed());

        gate(sale).put("remaining", "7");
        assertThat(settled(sale)).isEqualTo(new Comparison.Drifted(2, 0));

        Reconciliation reconciliation = reconciliations.of(sale, new SimpleMeterRegistry());
        for (int times = 1; times < Reconciliation.CERTAIN_AFTER; times++) {
            reconciliation.run();
            assertThat(gates.state(sale).orElseThrow().remaining()).isEqualTo(7);
        }
        awaitRepair(sale, reconciliation);
        assertThat(gates.state(sale).orElseThrow().remaining()).isEqualTo(5);
    }

    @Test
    void shouldRepairEachOfAllSales() {
        List<Long> sales = List.of(openSale(5), openSale(6));
        sales.forEach(sale -> gate(sale).put("remaining", "7"));
        await().atMost(Duration.ofMinutes(10)) // against hanging: the sales of all other tests are compared, too
                .until(() -> {
                    ofAllSales.run();
                    return compare(sales.getFirst()).equals(new Comparison.Agreed())
                            && compare(sales.getLast()).equals(new Comparison.Agreed());
                });
        assertThat(gates.state(sales.getFirst()).orElseThrow().remaining()).isEqualTo(5);
        assertThat(gates.state(sales.getLast()).orElseThrow().remaining()).isEqualTo(6);
    }

    @Test
    void shouldSeeAHolderWhomMySqlDoesNotKnow() throws Exception {
        long sale = openSale(5);
        redis.<String, String>getMap(key(sale) + ":holders", StringCodec.INSTANCE)
                .put("77", "1234");
        assertThat(settled(sale)).isEqualTo(new Comparison.Drifted(0, 1));
    }

    /** Redis had a release only on a master that had been replaced already: docs/reliability.md. */
    @Test
    void shouldGiveBackWhatRedisHasForgottenToGiveBack() throws Exception {
        long sale = openSale(1);
        long order = Long.parseLong(reserve(sale, 7).body().path("orderId").asString());
        placement.placeEverything();
        ledger.release(sale, List.of(new OrderReleased(order, sale, 7, OrderReleased.Reason.CANCELLED)));
        await().untilAsserted(() -> assertThat(compare(sale)).isEqualTo(new Comparison.Drifted(-1, 1)));
        assertThat(reserve(sale, 7).problem()).isEqualTo("already-purchased");
        assertThat(reserve(sale, 8).problem()).isEqualTo("sold-out");

        awaitRepair(sale, reconciliations.of(sale, new SimpleMeterRegistry()));
        assertThat(reserve(sale, 7).status()).isEqualTo(202);
        placement.placeEverything();
    }

    @Test
    void shouldSayNothingWhileAReservationIsUnderWay() throws Exception {
        long sale = openSale(5);
        assertThat(reserve(sale, 7).status()).isEqualTo(202); // nobody places it
        await().untilAsserted(() -> assertThat(compare(sale)).isEqualTo(new Comparison.Busy()));
    }

    @Test
    void shouldNotWaitForWhatAnotherSaleHasInTheSameOutbox() throws Exception {
        long sale = openSale(5);
        long neighbour;
        do {
            neighbour = openSale(5);
        } while (neighbour % 16 != sale % 16);
        RLock relayLock = outbox.relayLock(sale);
        relayLock.lock();
        StreamMessageId left = outbox.leave(neighbour, 1_600_000_000L + neighbour, 7);
        try {
            assertThat(settled(sale)).isEqualTo(new Comparison.Agreed());
            assertThat(compare(neighbour)).isEqualTo(new Comparison.Busy());
        } finally {
            relayLock.unlock();
        }
        await().until(() -> !outbox.has(sale, left));
        placement.placeEverything(); // otherwise each rebuild of a later test would wait for it
    }

    @Test
    void shouldLeaveAMissingGateToTheWarmUp() throws Exception {
        long sale = openSale(1);
        assertThat(reserve(sale, 7).status()).isEqualTo(202); // the warm-up waits until it is placed
        redis.getKeys().delete(key(sale));
        assertThat(compare(sale)).isInstanceOf(Comparison.Cold.class);
    }

    /** Runs comparisons until the difference is certain and repaired. */
    private void awaitRepair(long sale, Reconciliation reconciliation) {
        await().until(() -> {
            reconciliation.run();
            return compare(sale).equals(new Comparison.Agreed());
        });
    }

    /** The comparison once a slow machine has nothing under way any more. */
    private Comparison settled(long sale) {
        return await().until(() -> compare(sale), comparison -> !(comparison instanceof Comparison.Busy));
    }

    private Comparison compare(long sale) throws Exception {
        return Objects.requireNonNull(comparer.compare(List.of(sale)).get(sale));
    }

    private RMap<String, String> gate(long sale) {
        return redis.getMap(key(sale), StringCodec.INSTANCE);
    }

    private static String key(long sale) {
        return "{s" + sale % 16 + "}:sale:" + sale;
    }
}
