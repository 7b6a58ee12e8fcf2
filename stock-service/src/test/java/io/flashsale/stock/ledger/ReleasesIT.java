package io.flashsale.stock.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.sql.OptimisticTransaction;
import io.flashsale.commons.testing.WrittenDeadLetters;
import io.flashsale.commons.testing.WrittenDeadLetters.Letter;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.stock.StockServiceFixture;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

class ReleasesIT extends StockServiceFixture {

    private static final long UNKNOWN_SALE = 404_404;

    @Autowired
    private LedgerMapper mapper;

    @Autowired
    private SaleCatalogue catalogue;

    @Autowired
    private DeadLetters deadLetters;

    @Autowired
    private DataSource dataSource;

    @Autowired
    private PlatformTransactionManager transactions;

    /** It names another shopper or another sale than the deduction: a unit given back for it would be sold twice. */
    @Test
    void shouldPutAsideAReleaseThatTheLedgerContradictsAndObeyTheRightOneOnce() {
        long sale = openSale(2);
        long other = openSale(2);
        long order = reserved(sale, 7);
        placement.placeEverything();
        List<OrderReleased> wrong = List.of(
                new OrderReleased(order, sale, 8, Reason.CANCELLED),
                new OrderReleased(order, other, 7, Reason.CANCELLED),
                new OrderReleased(order, UNKNOWN_SALE, 7, Reason.CANCELLED));
        double before = meters.counter("flashsale.dead.letters").count();
        wrong.forEach(release -> send(sale, json.writeValueAsBytes(release)));
        wrong.forEach(release ->
                assertThat(reasonOf(json.writeValueAsString(release))).contains("another shopper or sale"));
        await().untilAsserted(() ->
                assertThat(meters.counter("flashsale.dead.letters").count()).isEqualTo(before + wrong.size()));
        assertThat(database.available(sale)).isEqualTo(1);
        assertThat(database.available(other)).isEqualTo(2);
        assertThat(database.count("unpaid_order WHERE sale_id IN (%d, %d)".formatted(sale, other)))
                .isZero();

        for (int i = 0; i < 3; i++) {
            send(sale, json.writeValueAsBytes(new OrderReleased(order, sale, 7, Reason.CANCELLED)));
        }
        await().untilAsserted(() ->
                assertThat(gates.state(sale).orElseThrow().remaining()).isEqualTo(2));
        reserved(sale, 7); // may buy again
        placement.placeEverything();
        assertThat(database.available(sale)).isEqualTo(1);
        assertThat(database.conserves(sale)).isTrue();
    }

    /** The wait for the locked row is short, and is not repeated. */
    @Test
    void shouldGiveBackWhatOtherSalesHeldWhileTheRowOfOneIsLocked() {
        long locked = openSale(1);
        long other = openSale(1);
        List<ConsumerRecord<String, byte[]>> batch = new ArrayList<>();
        for (long sale : new long[] {locked, other}) {
            byte[] cancelled =
                    json.writeValueAsBytes(new OrderReleased(reserved(sale, 71), sale, 71, Reason.CANCELLED));
            batch.add(new ConsumerRecord<>(OrderReleased.TOPIC, 0, batch.size(), Long.toString(sale), cancelled));
        }
        placement.placeEverything();
        Counter conflicts = new SimpleMeterRegistry().counter("conflicts");
        LedgerService impatient =
                new LedgerService(mapper, catalogue, new OptimisticTransaction(withShortWaits(), conflicts));
        Releases releases = new Releases(impatient, catalogue, gates, OrderTrace.OFF, json, deadLetters);

        new TransactionTemplate(transactions).executeWithoutResult(status -> {
            assertThat(database.count("stock WHERE sale_id = " + locked + " FOR UPDATE"))
                    .isEqualTo(1);
            assertThat(CompletableFuture.supplyAsync(() -> catchThrowable(() -> releases.receive(batch))))
                    .succeedsWithin(HANG_GUARD)
                    .isInstanceOfSatisfying(
                            BatchListenerFailedException.class,
                            undone -> assertThat(undone.getRecord()).isEqualTo(batch.getFirst()));
        });

        assertThat(conflicts.count()).isEqualTo(1);
        assertThat(database.available(locked)).isZero();
        assertThat(database.available(other)).isEqualTo(1);
        assertThat(gates.state(other).orElseThrow().remaining()).isEqualTo(1);
        releases.receive(batch);
        assertThat(database.available(locked)).isEqualTo(1);
    }

    /** Waits for rows shorter than the fixture sets. */
    private PlatformTransactionManager withShortWaits() {
        return new DataSourceTransactionManager(dataSource) {
            @Override
            protected void doBegin(Object begun, TransactionDefinition definition) {
                super.doBegin(begun, definition);
                database.execute("SET innodb_lock_wait_timeout = 1");
            }

            @Override
            protected void doCleanupAfterCompletion(Object completed) {
                database.execute("SET innodb_lock_wait_timeout = 3600");
                super.doCleanupAfterCompletion(completed);
            }
        };
    }

    private void send(long sale, byte[] message) {
        kafka.send(OrderReleased.TOPIC, Long.toString(sale), message).join();
    }

    /** Waits for the dead letter. */
    private static String reasonOf(String message) {
        return await().until(
                        () -> WrittenDeadLetters.in(OrderReleased.DEAD_LETTER_TOPIC, kafka()).stream()
                                .filter(letter -> letter.message().equals(message))
                                .map(Letter::reason)
                                .toList(),
                        reasons -> !reasons.isEmpty())
                .getFirst();
    }
}
