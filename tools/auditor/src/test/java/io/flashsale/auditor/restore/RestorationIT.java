package io.flashsale.auditor.restore;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.auditor.source.DatabaseAccess;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.auditor.testing.AuditedServers;
import io.flashsale.auditor.testing.SourceWriter;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.devstack.server.sql.SqlDatabase;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Kafka knows about reservations, where MySQL was restored. No service runs. */
class RestorationIT {

    private static final long LOST_SALE = 1_000_000;

    private final Instant backup = Instant.now();
    private final SourceWriter writer = AuditedServers.writer();
    private final HikariDataSource stock = pool(AuditedServers.STOCK);
    private final HikariDataSource order = pool(AuditedServers.ORDER);
    private final Map<String, Object> kafka =
            Map.of("bootstrap.servers", AuditedServers.STACK.kafka().bootstrapServers());
    private final Stores stores = Stores.of(stock, order, order, AuditedServers.REDIS, kafka);

    private static HikariDataSource pool(SqlDatabase database) {
        return ReadOnlyDatabase.pool(
                "test", new DatabaseAccess(database.jdbcUrl(), database.user(), database.password()));
    }

    @AfterEach
    void close() throws ExecutionException {
        try (ConsumerGroups groups = new ConsumerGroups(kafka)) {
            groups.skip(StockReserved.TOPIC, StockReserved.PLACEMENT_GROUP); // audits of other tests would wait for it
        }
        stock.close();
        order.close();
    }

    @Test
    void namesTheStatementsThatBringLostPricesBack() throws ExecutionException {
        long sale = writer.sale(10);
        writer.inStock("INSERT INTO sale_price (sale_id, price_cents) VALUES (?, 2)", sale);
        reserve(sale, 1, 2, 3, 4, 3);
        reserve(LOST_SALE, 3);

        List<String> statements = lostPrices(sale);
        assertThat(statements)
                .containsExactly(
                        "INSERT INTO sale_price (sale_id, price_cents) VALUES (%d, 3);".formatted(sale),
                        "INSERT INTO sale_price (sale_id, price_cents) VALUES (%d, 4);".formatted(sale));
        statements.forEach(writer::inStock);
        assertThat(lostPrices(sale)).isEmpty();
        assertThat(lostPrices(LOST_SALE)).isEmpty();
    }

    /** Without those of other tests. */
    private List<String> lostPrices(long sale) {
        return new LostPrices(stores)
                .since(backup).stream()
                        .filter(statement -> statement.contains("(" + sale + ","))
                        .toList();
    }

    @Test
    void namesTheOrdersThatWaitForAnAdministrator() throws ExecutionException {
        long sale = writer.sale(10);
        long orderId = reserve(sale, 3);
        writer.inOrders(
                "INSERT INTO order_under_review (order_id, sale_id, user_id, title, image_url, price_cents, since)"
                        + " VALUES (?, ?, 7, 't', 'i', 3, UTC_TIMESTAMP(3))",
                orderId,
                sale);

        assertThat(new Losses(stores).since(backup))
                .contains(
                        "under review: order %d of account 7, sale %d \"t\": an administrator must replay or reject it"
                                .formatted(orderId, sale));
    }

    @Test
    void sendsAReservationAgainToThePartitionOfItsBucket() throws ExecutionException {
        long sale = writer.sale(10);
        reserve(sale, 1); // makes the topic
        int first = partitionOf(() -> reserve(sale, 1));
        int ofBucket1 = partitionOf(() -> {
            try (Sender sender = new Sender(kafka)) {
                sender.send(reservation(sale, 1, 1));
                sender.awaitAcknowledgements();
            }
        });
        assertThat(ofBucket1).isEqualTo((first + 8) % 16);
    }

    private interface Sending {
        void run() throws ExecutionException;
    }

    /** The partition of the only message that this sends. */
    private int partitionOf(Sending sending) throws ExecutionException {
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(kafka, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(StockReserved.TOPIC).stream()
                    .map(each -> new TopicPartition(each.topic(), each.partition()))
                    .toList();
            Map<TopicPartition, Long> before = consumer.endOffsets(partitions);
            sending.run();
            Map<TopicPartition, Long> after = new HashMap<>(consumer.endOffsets(partitions));
            after.entrySet().removeAll(before.entrySet());
            assertThat(after).hasSize(1);
            return after.keySet().iterator().next().partition();
        }
    }

    /** Sends a reservation at each price, as the services do. Returns the last one's order. */
    private long reserve(long sale, long... prices) throws ExecutionException {
        long orderId = 0;
        try (Sender sender = new Sender(kafka)) {
            for (long price : prices) {
                StockReservedGroup group = reservation(sale, price, null);
                orderId = group.orders().getFirst().orderId();
                sender.send(StockReserved.TOPIC, sale, group);
                sender.awaitAcknowledgements(); // a new topic that took the second message first would reject the first
            }
        }
        return orderId;
    }

    private StockReservedGroup reservation(long sale, long price, @Nullable Integer bucket) {
        long orderId = 1_000_000_000 * sale + price; // no other test has it
        return new StockReservedGroup(
                sale,
                new SaleTerms("t", "i", price),
                backup,
                List.of(new StockReservedGroup.Line(orderId, 7, null, null)),
                bucket);
    }
}
