package io.flashsale.chaos;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.chaos.checker.Violation;
import io.flashsale.chaos.checker.Violation.Kind;
import io.flashsale.chaos.nemesis.FaultPlan;
import io.flashsale.chaos.nemesis.ProviderConduct;
import io.flashsale.chaos.report.RoundResult;
import io.flashsale.chaos.shopper.RoundWorkload;
import io.flashsale.chaos.system.TestedSystem;
import io.flashsale.chaos.system.Topology;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.devstack.server.sql.SqlServer;
import io.flashsale.devstack.system.ProjectRoot;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The checker is seen to fail: the test changes one record after a calm round that holds.
 *
 * <p>The change bypasses the services and is what a missing guard would have allowed. The next check must find
 * it.
 */
@Tag("weekly")
class RemovedRecordsIT {

    private static final Duration SOON = Duration.ofMinutes(10);
    private static final Path DATA =
            Path.of("target/removed-records-" + ProcessHandle.current().pid()).toAbsolutePath();

    private static TestedSystem system;
    private static RedissonClient redis;

    @BeforeAll
    static void start() {
        system = TestedSystem.start(ProjectRoot.find(), DATA, Topology.SINGLE, 1, 1, _ -> {});
        Config config = new Config();
        config.useSingleServer()
                .setTimeout(120_000) // for slow machines
                .setAddress("redis://127.0.0.1:" + system.stack().redis().port());
        redis = Redisson.create(config);
    }

    @AfterAll
    static void stop() {
        redis.shutdown();
        system.close();
    }

    /** The expected violation and a name, then statements in {@code flashsale_order}; the last one changes one row. */
    private static final String MUTATIONS = """
            order-lost: an order is removed
                DELETE FROM orders WHERE sale_id = :sale AND coupon_attempts = 0 ORDER BY id LIMIT 1
            order-of-another: an order goes to another shopper
                UPDATE orders SET user_id = user_id + 1000000 :onePaid
            two-for-one: without orders_one_active, a shopper has two
                ALTER TABLE orders DROP INDEX orders_one_active
                INSERT INTO orders (id, user_id, :columns) SELECT id + 100000007, user_id, :columns FROM orders :onePaid
            order-from-nowhere: an order that nobody asked for
                INSERT INTO orders (id, user_id, :columns) \
                    SELECT id + 100000009, user_id + 2000000, :columns FROM orders :onePaid
            payment-lost: a paid order is closed
                UPDATE orders SET status = 'CLOSED', reason = 'CANCELLED', closed_at = UTC_TIMESTAMP(3) :onePaid
            cancellation-lost: a cancelled order is paid
                ALTER TABLE orders DROP INDEX IF EXISTS orders_one_active
                UPDATE orders SET status = 'PAID', reason = NULL, closed_at = NULL, paid_at = UTC_TIMESTAMP(3) \
                    WHERE sale_id = :sale AND reason = 'CANCELLED' ORDER BY id LIMIT 1
            not-conserved: without the constraint of I1, a unit appears
                ALTER TABLE flashsale_stock.stock DROP CONSTRAINT IF EXISTS ck_stock_i1_conservation
                UPDATE flashsale_stock.stock SET available = available + 1 WHERE sale_id = :sale
            restock-twice: units are added twice
                UPDATE flashsale_stock.stock SET added = added + 1000, available = available + 1000 \
                    WHERE sale_id = :sale
            deduct-missing: a DEDUCT is removed
                DELETE FROM flashsale_stock.stock_flow WHERE type = 'DEDUCT' AND order_id = :firstPaid
            release-missing: a RELEASE is removed, as if the unit had leaked
                DELETE FROM flashsale_stock.stock_flow WHERE type = 'RELEASE' AND order_id = \
                    (SELECT MIN(id) FROM orders WHERE sale_id = :sale AND status = 'CLOSED')
            paid-without-charge: a charge is forgotten
                DELETE FROM charge WHERE outcome = 'PAID' AND order_id = :firstPaid
            paid-twice: without charge_i11_order_paid_once, an order is paid twice
                ALTER TABLE charge DROP INDEX charge_i11_order_paid_once
                INSERT INTO flashsale_provider.mock_provider_charge \
                    SELECT CONCAT('twice-', charge_id), order_id, amount_cents, charged_at \
                    FROM flashsale_provider.mock_provider_charge WHERE order_id = :firstPaid
                INSERT INTO charge (charge_id, order_id, amount_cents, outcome, paid_at, received_at) \
                    SELECT CONCAT('twice-', charge_id), order_id, amount_cents, outcome, paid_at, received_at \
                    FROM charge WHERE outcome = 'PAID' AND order_id = :firstPaid
            coupon-lost: a coupon is removed
                DELETE FROM flashsale_coupon.coupon WHERE template_id = :template ORDER BY id LIMIT 1
            coupon-of-another: a coupon goes to another shopper
                UPDATE flashsale_coupon.coupon SET user_id = user_id + 1000000 WHERE template_id = :template \
                    ORDER BY id LIMIT 1
            """.replace(
                    ":columns",
                    "sale_id, title, image_url, price_cents, status, reason, reserved_at, created_at, pay_deadline,"
                            + " paid_at, closed_at")
            .replace(":onePaid", "WHERE sale_id = :sale AND status = 'PAID' ORDER BY id LIMIT 1")
            .replace(":firstPaid", "(SELECT MIN(id) FROM orders WHERE sale_id = :sale AND status = 'PAID')");

    static Stream<Arguments> mutations() {
        return Stream.of(MUTATIONS.split("\n(?=\\S)")).map(mutation -> {
            List<String> lines = mutation.lines().map(String::strip).toList();
            String[] title = lines.getFirst().split(": ");
            return Arguments.of(title[0], title[1], lines.subList(1, lines.size()));
        });
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("mutations")
    void shouldFind(String found, String name, List<String> sql) throws InterruptedException {
        try (Round round = calm()) {
            SqlServer server = system.stack().database();
            JdbcTemplate orders = new JdbcTemplate(
                    new DriverManagerDataSource(server.jdbcUrl("flashsale_order"), server.user(), server.password()));
            String sale = Long.toString(round.setup().sales().getLast());
            String template = Long.toString(round.setup().template());
            int changed = 0;
            for (String statement : sql) {
                changed = orders.update(statement.replace(":sale", sale).replace(":template", template));
            }
            assertThat(changed).as("rows changed, so that %s", name).isEqualTo(1);
            requireToFind(round, found);
        }
    }

    @Test
    void shouldFindUnitsThatRedisOffersAndMySqlDoesNotHave() throws InterruptedException {
        try (Round round = calm()) {
            redis.<String, String>getMap(round.setup().gateKey(), StringCodec.INSTANCE)
                    .addAndGet("remaining", 5);
            requireToFind(round, "redis-offers-too-much");
        }
    }

    @Test
    void shouldFindAHolderWhomRedisHasForgotten() throws InterruptedException {
        try (Round round = calm()) {
            var holders = redis.<String, String>getMap(round.setup().gateKey() + ":holders", StringCodec.INSTANCE);
            String anybody = holders.readAllKeySet().stream()
                    .filter(user -> !user.equals("epoch"))
                    .findFirst()
                    .orElseThrow();
            holders.fastRemove(anybody);
            requireToFind(round, "order-without-holder");
        }
    }

    @Test
    void shouldFindAReservationThatNobodyMade() throws InterruptedException {
        try (Round round = calm()) {
            long sale = round.setup().sales().getLast();
            ConsumerRecord<byte[], byte[]> last =
                    Messages.of(system, StockReserved.TOPIC, sale).getLast();
            String forged = new String(last.value(), StandardCharsets.UTF_8)
                    .replaceAll("\"orderId\":\"(\\d+)\"", "\"orderId\":\"1$1\"")
                    .replaceAll("\"userId\":\"(\\d+)\"", "\"userId\":\"1$1\"");
            Messages.send(
                    system,
                    List.of(new ProducerRecord<>(
                            StockReserved.TOPIC, last.key(), forged.getBytes(StandardCharsets.UTF_8))));
            requireToFind(round, "order-from-nowhere");
        }
    }

    /** Delivery is at least once: repeated messages must change nothing, and the checker must report nothing. */
    @Test
    void shouldHoldWhenEveryMessageComesTwice() throws InterruptedException {
        try (Round round = calm()) {
            for (long sale : round.setup().sales()) {
                Messages.sendAgain(system, Messages.of(system, StockReserved.TOPIC, sale));
            }
            await().during(Duration.ofSeconds(3))
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(round.check())
                            .filteredOn(violation -> violation.kind() != Kind.NOT_CONVERGED)
                            .isEmpty());
            await().atMost(SOON).untilAsserted(() -> assertThat(round.check()).isEmpty());
        }
    }

    /** Plays a round without faults, which holds. */
    private static Round calm() throws InterruptedException {
        RoundPlan plan =
                new RoundPlan(1, 1, new FaultPlan(List.of()), ProviderConduct.GOOD, RoundWorkload.of(11, 150, 2_000));
        Round round = Round.prepare(system, plan, "");
        RoundResult result = round.run();
        assertThat(result.violations()).as("before anything is changed").isEmpty();
        return round;
    }

    /** Checks the round until it finds this. */
    static void requireToFind(Round round, String what) {
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(
                                round.check().stream().map(Violation::toString).collect(joining("\n")))
                        .contains(what));
    }
}
