package io.flashsale.system.fault;

import static io.flashsale.system.fault.NothingLost.requireNothingLost;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.server.sql.SqlServer;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.system.fault.BuyingCrowd.Click;
import io.flashsale.system.harness.CouponShop;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One store comes back from a backup that was made in the middle of a sale; {@code tools/auditor/restore} completes the
 * restore as docs/restore.md says. Nothing that was accepted is lost.
 */
@Tag("weekly")
class RestoreIT {

    private static final int UNITS = 300;
    private static final int GROUP = 10;
    private static final int EARLY = 8 * GROUP;

    /** All but the last buy before the store is lost, so that no unit is missing when orders come back. */
    private static final int BUYERS = UNITS - 2 * GROUP;

    /** After the backup. */
    private static final int NEW_PRICE_CENTS = 2_500;

    private static final int SHOPPERS = UNITS + 4 * GROUP;

    @AutoClose
    private static final RunningSystem system = RunningSystem.start(
            RunningSystem.servers("restore").mariaDb().redis().kafka(), RunningSystem.ALL_BUT_THE_LAB, 1);

    private final Shop shop = system.shop;
    private final CouponShop couponShop = new CouponShop(system);
    private final long sale = shop.openSale(UNITS);
    private final long template = couponShop.template(SHOPPERS, "");
    private final List<User> users = shop.crowd(SHOPPERS);
    private final Map<User, String> orders = new ConcurrentHashMap<>();
    private final Map<User, String> coupons = new ConcurrentHashMap<>();

    /** The payment provider's books are not restored with the shop: they are somebody else's. */
    @Test
    void ofMySql() {
        Backup backup = sellAroundABackupOf(system.stack.database());
        Map<String, List<String>> books = new HashMap<>();
        for (String book : List.of("mock_provider_charge", "mock_provider_refund")) {
            books.put(book, rowsOf(book));
        }
        backup.restore();
        books.forEach((book, rows) ->
                rows.forEach(row -> execute("REPLACE INTO flashsale_order." + book + " VALUES (" + row + ")")));
        assertThat(complete(backup)).containsPattern("Kafka: [1-9]\\d* messages will be read again");

        requirePaid(users.subList(0, 3 * GROUP));
        String last = String.join(", ", ordersOf(users.subList(BUYERS - GROUP, BUYERS)));
        await().until(() -> system.records.number(
                        "SELECT COUNT(*) FROM orders WHERE id IN (" + last + ") AND price_cents = " + NEW_PRICE_CENTS)
                == GROUP);
        String charged = String.join(", ", ordersOf(users.subList(3 * GROUP, 4 * GROUP)));
        await().until(() ->
                system.records.number("SELECT COUNT(*) FROM refund WHERE order_id IN (" + charged + ")") >= GROUP);
        // MySQL no longer knew that these were paid with coupons, so the charges were too low.
        assertThat(requireNothingLostSince(backup).lines().filter(line -> line.startsWith("goes back: ")))
                .allMatch(line -> line.contains("WRONG_AMOUNT"))
                .extracting(line -> line.replaceAll(".* of order (\\d+),.*", "$1"))
                .containsExactlyInAnyOrderElementsOf(ordersOf(users.subList(3 * GROUP, 4 * GROUP)));
    }

    @Test
    void ofRedis() {
        Backup backup =
                sellAroundABackupOf(system.stack.servers(RedisServer.class).getFirst());
        backup.restore();
        assertThat(complete(backup)).contains("; " + GROUP + " releases, 0 settlements");

        requirePaid(users.subList(0, 4 * GROUP));
        assertThat(requireNothingLostSince(backup)).contains("know of nothing that is lost");
    }

    @Test
    void ofKafka() {
        Backup backup = sellAroundABackupOf(system.stack.kafka());
        // What the services were still to do about messages that are lost.
        execute("DELETE FROM orders WHERE id = " + orders.get(users.get(BUYERS - GROUP - 2)));
        String used = coupons.get(users.get(3 * GROUP));
        execute("UPDATE flashsale_coupon.coupon SET status = 'RESERVED', used_at = NULL WHERE id = " + used);
        execute("DELETE FROM flashsale_coupon.coupon_flow WHERE type = 'USE' AND coupon_id = " + used);
        backup.restore();
        assertThat(complete(backup))
                .contains("; " + GROUP + " releases, 1 settlements of coupons and 1 reservations were sent again");

        requirePaid(users.subList(0, 4 * GROUP));
        assertThat(requireNothingLostSince(backup)).contains("know of nothing that is lost");
        assertThat(couponShop.stateOf(Objects.requireNonNull(used))).isEqualTo("USED");
    }

    /**
     * Groups of shoppers, of {@value #GROUP} each: those who pay before the backup (0, 1) and after it (2 without a
     * coupon, 3 with one), who cancel before it (4, 5) and after it (6, 7). Others buy all the time. When the store is
     * lost, the last purchases wait for order-service, and the last cancellations for stock-service.
     */
    private Backup sellAroundABackupOf(ManagedProcess store) {
        Shop.each(users.subList(0, EARLY), 16, user -> {
            coupons.put(user, CouponShop.couponId(couponShop.claim(template, user)));
            return orders.put(user, shop.buy(sale, user));
        });
        await().until(() ->
                system.records.orders(sale, "AWAITING_PAYMENT") == EARLY && couponShop.handedOut(template) == EARLY);
        users.subList(0, 2 * GROUP).forEach(this::payWithACoupon);
        users.subList(4 * GROUP, 6 * GROUP).forEach(this::cancel);

        Backup backup;
        try (BuyingCrowd crowd = new BuyingCrowd(shop, sale, users.subList(EARLY, BUYERS - GROUP))) {
            crowd.awaitDecided(3 * GROUP);
            backup = Backup.of(store);
            assertThat(shop.amend(sale, "{\"priceCents\": " + NEW_PRICE_CENTS + "}")
                            .status())
                    .isEqualTo(200);
            users.subList(2 * GROUP, 3 * GROUP)
                    .forEach(user ->
                            assertThat(shop.pay(order(user), user).status()).isEqualTo(200));
            users.subList(3 * GROUP, 4 * GROUP).forEach(this::payWithACoupon);
            users.subList(6 * GROUP, 7 * GROUP).forEach(this::cancel);
            crowd.awaitEnd().stream()
                    .filter(click -> !click.orderId().isEmpty())
                    .forEach(click -> orders.put(click.user(), click.orderId()));
        }
        for (User user : users.subList(EARLY, EARLY + GROUP)) {
            coupons.put(user, CouponShop.couponId(couponShop.claim(template, user)));
        }
        User cancelling = users.get(BUYERS - GROUP - 1);
        shop.awaitOrder(order(cancelling), cancelling, "AWAITING_PAYMENT");
        cancel(cancelling);
        awaitEmptyOutbox();
        await().until(() -> system.records.available(sale) == UNITS - system.records.active(sale));
        system.orderService().stop();
        for (User user : users.subList(BUYERS - GROUP, BUYERS)) {
            orders.put(user, shop.buy(sale, user));
        }
        Run refused = run(backup.time().toString());
        assertThat(refused.status()).as(refused.printed()).isEqualTo(2);
        assertThat(refused.printed())
                .startsWith("restore: stop all services first")
                .contains("coupon-issuing");
        system.stockService().stop();
        system.orderService().start();
        users.subList(7 * GROUP, EARLY).forEach(this::cancel);
        awaitEmptyOutbox();
        system.services.close();
        return backup;
    }

    private void awaitEmptyOutbox() {
        await().until(() -> system.records.number("SELECT COUNT(*) FROM flashsale_order.outbox") == 0);
    }

    private String order(User user) {
        return Objects.requireNonNull(orders.get(user));
    }

    private List<String> ordersOf(List<User> some) {
        return some.stream().map(this::order).toList();
    }

    private void payWithACoupon(User user) {
        assertThat(couponShop
                        .pay(order(user), user, Objects.requireNonNull(coupons.get(user)))
                        .status())
                .isEqualTo(200);
    }

    private void cancel(User user) {
        assertThat(shop.cancel(order(user), user).status()).isEqualTo(200);
    }

    /** The command, the statements that it prints, and then the services. */
    private static String complete(Backup backup) {
        Run done = await().until(() -> run(backup.time().toString()), run -> run.status() != 2);
        assertThat(done.status()).as(done.printed()).isZero();
        done.printed()
                .lines()
                .filter(line -> line.startsWith("INSERT INTO "))
                .forEach(line -> execute(line.replace("INTO sale_price", "INTO flashsale_stock.sale_price")));
        system.services.start(RunningSystem.ALL_BUT_THE_LAB);
        return done.printed();
    }

    private void requirePaid(List<User> payers) {
        await().untilAsserted(() -> assertThat(system.records
                        .sql()
                        .sql("SELECT id FROM orders WHERE status = 'PAID' AND sale_id = " + sale)
                        .query(String.class)
                        .list())
                .containsExactlyInAnyOrderElementsOf(ordersOf(payers)));
    }

    private String requireNothingLostSince(Backup backup) {
        List<Click> accepted = new ArrayList<>();
        orders.forEach((user, order) -> accepted.add(Click.accepted(user, order)));
        // All units that come back are there before shoppers are told that the sale is sold out.
        system.records.requireInvariants(sale, orders.values());
        requireNothingLost(system, sale, users, UNITS, accepted);
        couponShop.requireInvariants(template, coupons.values());
        Run checked = await().until(() -> run(backup.time().toString(), "--check"), run -> run.status() != 2);
        assertThat(checked.status()).as(checked.printed()).isZero();
        assertThat(checked.printed())
                .contains("Sale " + sale + ": HOLDS", "Coupon template " + template + ": HOLDS")
                .doesNotContain("lost: ");
        return checked.printed();
    }

    private record Run(int status, String printed) {}

    private static Run run(String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(ProjectRoot.find().resolve("tools/auditor/restore").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        SqlServer database = system.stack.database();
        RedisServer redis = system.stack.servers(RedisServer.class).getFirst();
        builder.environment()
                .putAll(Map.of(
                        "FLASHSALE_DB_HOST", database.host(),
                        "FLASHSALE_DB_PORT", Integer.toString(database.port()),
                        "FLASHSALE_DB_USER", database.user(),
                        "FLASHSALE_DB_PASSWORD", database.password(),
                        "SPRING_DATA_REDIS_HOST", redis.host(),
                        "SPRING_DATA_REDIS_PORT", Integer.toString(redis.port()),
                        "SPRING_KAFKA_BOOTSTRAP_SERVERS", system.stack.kafka().bootstrapServers()));
        try {
            Process process = builder.start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Run(process.waitFor(), printed);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    private static void execute(String sql) {
        assertThat(system.records.sql().sql(sql).update()).as(sql).isPositive();
    }

    /** The rows as lists of literals. */
    private static List<String> rowsOf(String table) {
        return system.records.sql().sql("SELECT * FROM flashsale_order." + table).query().listOfRows().stream()
                .map(row ->
                        row.values().stream().map(value -> "'" + value + "'").collect(joining(", ")))
                .toList();
    }
}
