package io.flashsale.system.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.server.redis.RedisCluster;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.server.redis.RedisSentinels;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.server.sql.SqlServer;
import io.flashsale.devstack.system.DevStack;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.redisson.Redisson;
import org.redisson.api.RScoredSortedSet;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Reads MySQL and Redis directly and checks the invariants of docs/invariants.md.
 *
 * <p>It bypasses the services, so that a bug in a service cannot hide itself.
 */
public final class SystemRecords implements AutoCloseable {

    /** A limit for calls of Redis, to end tests that hang; a test may also pause Redis. */
    private static final int REDIS_TIMEOUT_MS = 120_000;

    private final SqlServer server;
    private final JdbcClient sql;
    private final RedissonClient redis;

    SystemRecords(DevStack stack) {
        this.server = stack.database();
        this.sql = JdbcClient.create(
                new DriverManagerDataSource(server.jdbcUrl("flashsale_order"), server.user(), server.password()));
        Config config = new Config();
        config.setLazyInitialization(true);
        switch (stack.redisDeployment()) {
            case RedisDatabase one ->
                config.useSingleServer()
                        .setAddress(one.url())
                        .setConnectionMinimumIdleSize(1)
                        .setTimeout(REDIS_TIMEOUT_MS)
                        .setConnectTimeout(REDIS_TIMEOUT_MS);
            case RedisSentinels watched ->
                config.useSentinelServers()
                        .setMasterName(RedisSentinel.MASTER)
                        .setTimeout(REDIS_TIMEOUT_MS)
                        .setConnectTimeout(REDIS_TIMEOUT_MS)
                        .setReadMode(ReadMode.MASTER)
                        .addSentinelAddress(addresses(watched.sentinels(), RedisSentinel::port));
            case RedisCluster cluster ->
                config.useClusterServers()
                        .setTimeout(REDIS_TIMEOUT_MS)
                        .setConnectTimeout(REDIS_TIMEOUT_MS)
                        .setReadMode(ReadMode.MASTER)
                        .addNodeAddress(addresses(cluster.masters(), RedisServer::port));
        }
        this.redis = Redisson.create(config);
    }

    private static <S> String[] addresses(List<S> servers, ToIntFunction<S> port) {
        return servers.stream()
                .map(server -> "redis://127.0.0.1:" + port.applyAsInt(server))
                .toArray(String[]::new);
    }

    /** The number of rows in these tables, by schema. */
    public Map<String, Long> rows(Map<String, List<String>> tables) {
        Map<String, Long> rows = new TreeMap<>();
        tables.forEach(
                (schema, names) -> names.forEach(name -> rows.put(schema + "." + name, count(schema + "." + name))));
        return rows;
    }

    /** The contents of the rows that match the condition, by table. */
    public Map<String, String> contents(Map<String, String> conditions) {
        Map<String, String> contents = new TreeMap<>();
        conditions.forEach((table, condition) -> contents.put(
                table,
                sql.sql("SELECT * FROM " + table + " WHERE " + condition)
                        .query()
                        .listOfRows()
                        .toString()));
        return contents;
    }

    /** Waits until every accepted unit is placed or given back, then requires I1 to I6. */
    public void requireInvariants(long sale, Collection<String> acceptedOrderIds) {
        await().pollInterval(Duration.ofMillis(200)).ignoreExceptions().untilAsserted(() -> {
            requireEveryAcceptedOrderOnce(sale, acceptedOrderIds);
            requireStockConserved(sale);
            requireOneActiveOrderPerUser(sale);
            requireFlowsOfOrders(sale);
            requireRedisEqualsMySql(sale);
        });
    }

    /** I1 and I2, in MySQL. */
    private void requireStockConserved(long sale) {
        assertThat(count("flashsale_stock.stock k WHERE sale_id = " + sale
                        + " AND initial + added + moved = available + deducted - released AND available >= 0"))
                .as("I1, I2: conserved stock rows")
                .isEqualTo(buckets(sale));
        assertThat(count("(SELECT sale_id, SUM(moved) AS moved, SUM(deducted) AS deducted, SUM(released) AS released"
                        + "  FROM flashsale_stock.stock WHERE sale_id = " + sale + " GROUP BY sale_id) k"
                        + " WHERE moved = 0"
                        + " AND deducted = (SELECT COUNT(*) FROM flashsale_stock.stock_flow f"
                        + "                 WHERE f.sale_id = k.sale_id AND f.type = 'DEDUCT')"
                        + " AND released = (SELECT COUNT(*) FROM flashsale_stock.stock_flow f"
                        + "                 WHERE f.sale_id = k.sale_id AND f.type = 'RELEASE')"))
                .as("I1, I6: what all buckets come to")
                .isEqualTo(1);
    }

    /** I3. */
    private void requireOneActiveOrderPerUser(long sale) {
        assertThat(count("(SELECT user_id FROM orders WHERE sale_id = " + sale
                        + " AND status IN ('AWAITING_PAYMENT', 'PAID') GROUP BY user_id HAVING COUNT(*) > 1) twice"))
                .as("I3: users with two active orders")
                .isZero();
    }

    /** I4: every 202 has its order, and no order is without a 202 (unless some clicks got no answer). */
    private void requireEveryAcceptedOrderOnce(long sale, Collection<String> accepted) {
        Set<String> distinct = new HashSet<>(accepted);
        assertThat(distinct).as("I4: order ids were given out once").hasSameSizeAs(accepted);
        assertThat(orderIds(sale)).as("I4: accepted orders in MySQL").containsAll(distinct);
    }

    /** I6. */
    private void requireFlowsOfOrders(long sale) {
        String flows = "(SELECT COUNT(*) FROM flashsale_stock.stock_flow f WHERE f.order_id = o.id AND f.type = '%s')";
        String deducted = flows.formatted("DEDUCT");
        String released = flows.formatted("RELEASE");
        assertThat(count("orders o WHERE sale_id = " + sale + " AND NOT CASE"
                        + " WHEN status IN ('AWAITING_PAYMENT', 'PAID') THEN " + deducted + " = 1 AND " + released
                        + " = 0 WHEN status IN ('CLOSED', 'REFUND_DUE', 'REFUNDED') THEN " + deducted + " = 1 AND "
                        + released
                        + " = 1 ELSE " + deducted + " = " + released + " END"))
                .as("I6: orders whose flows are wrong")
                .isZero();
        assertThat(count("flashsale_stock.stock_flow f LEFT JOIN orders o ON o.id = f.order_id" + " WHERE f.sale_id = "
                        + sale + " AND o.id IS NULL"))
                .as("I6: flows without an order")
                .isZero();
    }

    /** I5, and I2 in Redis. */
    private void requireRedisEqualsMySql(long sale) {
        List<String> holders = new ArrayList<>();
        for (int bucket = 0; bucket < buckets(sale); bucket++) {
            String key = key(sale, bucket);
            Map<String, String> gate =
                    redis.<String, String>getMap(key, StringCodec.INSTANCE).readAllMap();
            assertThat(gate).as("the gate " + key).containsKey("remaining").doesNotContainKey("lease");
            assertThat(Long.parseLong(gate.get("remaining")))
                    .as("I5: units left in Redis, and in MySQL, bucket " + bucket)
                    .isNotNegative()
                    .isEqualTo(number("SELECT available FROM flashsale_stock.stock WHERE sale_id = " + sale
                            + " AND bucket = " + bucket));
            holders.addAll(redis.<String, String>getMap(key + ":holders", StringCodec.INSTANCE)
                    .readAllKeySet());
        }
        holders.removeIf("epoch"::equals);
        assertThat(holders)
                .as("I5: holders in Redis, and users with an active order")
                .containsExactlyInAnyOrderElementsOf(strings("SELECT user_id FROM orders WHERE sale_id = " + sale
                        + " AND status IN ('AWAITING_PAYMENT', 'PAID')"));
    }

    public List<String> orderIds(long sale) {
        return strings("SELECT id FROM orders WHERE sale_id = " + sale);
    }

    public long orders(long sale, String status) {
        return count("orders WHERE sale_id = " + sale + " AND status = '" + status + "'");
    }

    public long active(long sale) {
        return orders(sale, "AWAITING_PAYMENT") + orders(sale, "PAID");
    }

    public long available(long sale) {
        return number("SELECT SUM(available) FROM flashsale_stock.stock WHERE sale_id = " + sale);
    }

    public long deductions(long sale) {
        return count("flashsale_stock.stock_flow WHERE type = 'DEDUCT' AND sale_id = " + sale);
    }

    /** The number of shoppers who hold a unit of the sale in Redis. */
    public long holders(long sale) {
        return redis.<String, String>getMap(key(sale) + ":holders", StringCodec.INSTANCE).readAllKeySet().stream()
                .filter(holder -> !holder.equals("epoch"))
                .count();
    }

    /** The number of pairs of seconds in which a waiting room served the same place. */
    public long placesServedTwice(long sale) {
        return count("flashsale_stock.entry_served a JOIN flashsale_stock.entry_served b ON b.sale_id = a.sale_id"
                + " AND a.served_up_to < b.served_up_to AND a.served_up_to >= b.served_from WHERE a.sale_id = " + sale);
    }

    /** The number of tickets issued for a sale. */
    public long ticketsIssued(long sale) {
        return count("flashsale_stock.entry WHERE ticket_issued_at IS NOT NULL AND sale_id = " + sale);
    }

    /** The number of reservations that Kafka has not acknowledged. */
    public long outboxLength() {
        return IntStream.range(0, 16)
                .mapToObj(
                        shard -> redis.<String, String>getStream("{s" + shard + "}:sale:outbox", StringCodec.INSTANCE))
                .flatMap(outbox -> outbox.range(StreamMessageId.MIN, StreamMessageId.MAX).values().stream())
                .mapToLong(group -> group.getOrDefault("reservations", "").split(" ", -1).length)
                .sum();
    }

    /** Deletes all that Redis has, as a crash does on a server without an append-only file. */
    public void wipeRedis() {
        redis.getKeys().flushall();
    }

    /** Sets the units on offer in Redis. If MySQL has another number, I5 is violated until a repair. */
    public void offerInRedis(long sale, int units) {
        redis.<String, String>getMap(key(sale), StringCodec.INSTANCE).put("remaining", Integer.toString(units));
    }

    /** The ends of the turns in a sale's waiting room, in milliseconds, by place. */
    public RScoredSortedSet<String> turns(long sale) {
        return redis.getScoredSortedSet(key(sale) + ":entry:turns", StringCodec.INSTANCE);
    }

    public JdbcClient sql() {
        return sql;
    }

    public RedissonClient redis() {
        return redis;
    }

    /** Locks tables until the connection is closed; {@code orders READ} lets others read but not write. */
    public Connection lock(String schema, String tables) throws SQLException {
        Connection connection = DriverManager.getConnection(server.jdbcUrl(schema), server.user(), server.password());
        try {
            connection.createStatement().execute("LOCK TABLES " + tables);
            return connection;
        } catch (SQLException refused) {
            connection.close();
            throw refused;
        }
    }

    private long buckets(long sale) {
        return number("SELECT buckets FROM flashsale_stock.sale WHERE id = " + sale);
    }

    /** The number of moves of units between buckets of the sale. */
    public long moves(long sale) {
        return count("flashsale_stock.stock_move WHERE sale_id = " + sale);
    }

    private static String key(long sale, int bucket) {
        String campaign = "{s" + (sale + bucket) % 16 + "}:sale:" + sale;
        return bucket == 0 ? campaign : campaign + ":bucket:" + bucket;
    }

    public static String key(long sale) {
        return key(sale, 0);
    }

    private long count(String from) {
        return number("SELECT COUNT(*) FROM " + from);
    }

    /** The single number that the query finds. */
    public long number(String query) {
        return sql.sql(query).query(Long.class).single();
    }

    /** The owner of each order of the sale. */
    public Map<String, String> shoppersOfOrders(long sale) {
        return pairs("SELECT id, user_id FROM orders WHERE sale_id = " + sale);
    }

    /** The two columns that the query finds, as a map. */
    Map<String, String> pairs(String query) {
        return sql.sql(query).query((row, number) -> Map.entry(row.getString(1), row.getString(2))).stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private List<String> strings(String query) {
        return sql.sql(query).query((row, number) -> row.getString(1)).list();
    }

    @Override
    public void close() {
        redis.shutdown();
    }
}
