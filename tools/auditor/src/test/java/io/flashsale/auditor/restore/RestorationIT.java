package io.flashsale.auditor.restore;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.auditor.command.AuditCommand;
import io.flashsale.auditor.command.RestoreCommand;
import io.flashsale.auditor.source.DatabaseAccess;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.auditor.testing.AuditedServers;
import io.flashsale.auditor.testing.SourceWriter;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponClaimedGroup;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.devstack.server.sql.SqlDatabase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Kafka and MySQL know after one of them was restored. No service runs. */
class RestorationIT {

    private static final long LOST_SALE = 1_000_000;
    private static final SqlDatabase COUPON = AuditedServers.migrated("coupon", "coupon", "shared");

    private final Instant backup = Instant.now();
    private final SourceWriter writer = AuditedServers.writer();
    private final HikariDataSource stock = pool(AuditedServers.STOCK);
    private final HikariDataSource order = pool(AuditedServers.ORDER);
    private final HikariDataSource coupon = pool(COUPON);
    private final Map<String, Object> kafka =
            Map.of("bootstrap.servers", AuditedServers.STACK.kafka().bootstrapServers(), "max.block.ms", 120_000L);
    private final Stores stores = Stores.of(stock, order, coupon, AuditedServers.REDIS, kafka);

    private static HikariDataSource pool(SqlDatabase database) {
        return ReadOnlyDatabase.pool(
                "test", new DatabaseAccess(database.jdbcUrl(), database.user(), database.password()));
    }

    /** Repeats what is given up because a server that runs does not answer in ten seconds. */
    private static <T> T patiently(Callable<T> action) {
        return await().atMost(Duration.ofMinutes(10))
                .ignoreExceptionsInstanceOf(SourceUnavailableException.class)
                .until(action, _ -> true);
    }

    @AfterEach
    void close() {
        patiently(() -> {
            try (ConsumerGroups groups = new ConsumerGroups(kafka)) {
                groups.skip(StockReserved.TOPIC, StockReserved.PLACEMENT_GROUP); // audits of other tests wait for it
                groups.skip(OrderReleased.TOPIC, OrderReleased.RELEASE_GROUP);
            }
            return true;
        });
        stock.close();
        order.close();
        coupon.close();
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
        return patiently(() -> new LostPrices(stores).since(backup)).stream()
                .filter(statement -> statement.contains("(" + sale + ","))
                .toList();
    }

    @Test
    void shouldSayWhatIsLostAndWhatIsUndecided() throws ExecutionException {
        long sale = writer.sale(10);
        long lost = reserve(sale, 1);
        long rejected = reserve(sale, 2);
        long reviewed = reserve(sale, 3);
        long lostCoupon = claim(sale);
        writer.inOrders("""
                INSERT INTO orders (id, sale_id, user_id, title, image_url, price_cents, status, reason, reserved_at,
                                    created_at, closed_at)
                VALUES (?, ?, 7, 't', 'i', 2, 'REJECTED', 'INSUFFICIENT_STOCK', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3),
                        UTC_TIMESTAMP(3))
                """, rejected, sale);
        writer.inOrders(
                "INSERT INTO order_under_review (order_id, sale_id, user_id, title, image_url, price_cents, since)"
                        + " VALUES (?, ?, 7, 't', 'i', 3, UTC_TIMESTAMP(3))",
                reviewed,
                sale);
        writer.take("unsettled-" + rejected, rejected, 60);
        writer.refunded("refunded-" + rejected, rejected);

        List<String> printed = check();
        String which = ": order %d of account 7, sale " + sale + " \"t\": ";
        assertThat(printed)
                .contains(
                        "lost: account 7",
                        "lost" + which.formatted(lost) + "no trace of it",
                        "rejected" + which.formatted(rejected) + "INSUFFICIENT_STOCK",
                        "under review" + which.formatted(reviewed) + "an administrator must replay or reject it",
                        "lost: coupon %d of account 7, template %d: no trace of it".formatted(lostCoupon, sale),
                        "goes back: 1 cents of order %1$d, charge refunded-%1$d, ALREADY_PAID, REFUNDED"
                                .formatted(rejected),
                        "not settled yet: 1 cents of order %1$d, charge unsettled-%1$d".formatted(rejected));
        String counts = Stream.of("goes back", "lost", "not settled yet", "rejected", "under review")
                .map(kind -> count(printed, kind + ": ") + " " + kind)
                .collect(joining(", "));
        assertThat(printed.getLast()).isEqualTo("In all: " + counts);
    }

    /** What the command prints, which here has no sales to audit. */
    private List<String> check() {
        Map<String, String> environment = AuditedServers.environment();
        AuditedServers.database(environment, "STOCK", AuditedServers.migrated("no_sales", "stock", "shared"));
        AuditedServers.database(environment, "COUPON", COUPON);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int status = AuditCommand.NOT_MEASURED;
        for (int tries = 0; tries < 10 && status == AuditCommand.NOT_MEASURED; tries++) { // a slow server
            printed.reset();
            status = new RestoreCommand(environment, to, to).run(List.of(backup.toString(), "--check"));
        }
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(status).as(text).isEqualTo(AuditCommand.HOLDS);
        return text.lines().toList();
    }

    private static long count(List<String> lines, String beginning) {
        return lines.stream().filter(line -> line.startsWith(beginning)).count();
    }

    /** The unit comes back, whatever the reason. */
    @Test
    void shouldReleaseAnOrderThatEndedForAReasonOfALaterVersion() {
        long sale = writer.sale(10);
        long ended = writer.order(sale, 7);
        writer.inOrders(
                "UPDATE orders SET status = 'CLOSED', reason = 'OF_A_LATER_VERSION', closed_at = UTC_TIMESTAMP(3)"
                        + " WHERE id = ?",
                ended);

        List<String> reasons = patiently(() -> {
            Instant begin = Instant.now(); // without what an earlier try has sent
            new Restoration(stores).run(backup);
            List<String> found = new ArrayList<>();
            TopicReader.readJson(kafka, OrderReleased.TOPIC, begin, release -> {
                if (release.path("orderId").asLong(0) == ended) {
                    found.add(release.path("reason").asString("?"));
                }
            });
            return found;
        });
        assertThat(reasons).containsExactly("OTHER");
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

    /** Sends a claim of a template, as the services do. Returns its coupon. */
    private long claim(long template) throws ExecutionException {
        try (Sender sender = new Sender(kafka)) {
            var claim = new CouponClaimedGroup.Line(1_000_000_000 * template, 7, null);
            sender.send(CouponClaimed.TOPIC, template, new CouponClaimedGroup(template, backup, List.of(claim)));
            sender.awaitAcknowledgements();
            return claim.couponId();
        }
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
