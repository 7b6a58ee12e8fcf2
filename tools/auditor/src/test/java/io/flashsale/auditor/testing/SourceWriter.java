package io.flashsale.auditor.testing;

import io.flashsale.devstack.server.sql.SqlDatabase;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.redisson.api.RMap;
import org.redisson.api.RStream;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.codec.StringCodec;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** Writes the services' data of a sale into MySQL and Redis, without the services. */
public final class SourceWriter {

    private static final AtomicLong ORDERS = new AtomicLong(1_000);

    public final JdbcClient stock;
    public final JdbcClient orders;
    private final RedissonClient redis;

    SourceWriter(JdbcClient stock, JdbcClient orders, RedissonClient redis) {
        this.stock = stock;
        this.orders = orders;
        this.redis = redis;
    }

    /** Executes a statement in the database of stock-service. */
    public void inStock(String sql, Object... params) {
        stock.sql(sql).params(params).update();
    }

    /** Executes a statement in the database of order-service. */
    public void inOrders(String sql, Object... params) {
        orders.sql(sql).params(params).update();
    }

    /** An open sale with this many units, in MySQL and in Redis. */
    public long sale(long units) {
        inStock("INSERT INTO product (name, description, image_url) VALUES ('p', 'p', 'p')");
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        stock.sql("""
                INSERT INTO sale (product_id, title, price_cents, list_price_cents, opens_at, closes_at)
                SELECT MAX(id), 'A sale', 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 HOUR FROM product
                """).update(key);
        long id = Objects.requireNonNull(key.getKey()).longValue();
        inStock("INSERT INTO stock (sale_id, initial, available) VALUES (?, ?, ?)", id, units, units);
        holders(id).put("epoch", "e");
        Map<String, String> gate =
                new HashMap<>(Map.of("epoch", "e", "runId", run(id), "returned", "0", "revision", "1"));
        gate.put("opensAt", millis("opens_at", id));
        gate.put("closesAt", millis("closes_at", id));
        gate.put("terms", "{\"title\": \"A sale\", \"imageUrl\": \"p\", \"priceCents\": 1}");
        gate.put("remaining", Long.toString(units));
        gate.put("total", Long.toString(units));
        gate(id).putAll(gate);
        return id;
    }

    private String millis(String column, long sale) {
        return stock.sql("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', " + column
                        + ") DIV 1000 FROM sale WHERE id = ?")
                .param(sale)
                .query(String.class)
                .single();
    }

    public long saleThatSoldOut(int units) {
        long id = sale(units);
        long before = ORDERS.getAndAdd(units);
        inOrders("""
                INSERT INTO orders (id, sale_id, user_id, title, image_url, price_cents, status, reserved_at, created_at,
                                    pay_deadline)
                SELECT %d + seq, %d, seq, 't', 'i', 1, 'AWAITING_PAYMENT', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3),
                       UTC_TIMESTAMP(3)
                FROM %s
                """.formatted(before, id, SqlDatabase.numbersTo(units)));
        inStock("INSERT INTO stock_flow (order_id, type, sale_id, user_id)"
                + " SELECT %d + seq, 'DEDUCT', %d, seq FROM %s".formatted(before, id, SqlDatabase.numbersTo(units)));
        Map<String, String> held = new HashMap<>();
        for (long user = 1; user <= units; user++) {
            held.put(Long.toString(user), Long.toString(before + user));
        }
        holders(id).putAll(held);
        inStock("UPDATE stock SET available = 0, deducted = initial, version = version + 1 WHERE sale_id = ?", id);
        gate(id).put("remaining", "0");
        return id;
    }

    /** A complete order: reserved, deducted and placed. */
    public long order(long sale, long user) {
        long id = insertOrder(sale, user);
        inStock("INSERT INTO stock_flow (order_id, type, sale_id, user_id) VALUES (?, 'DEDUCT', ?, ?)", id, sale, user);
        inStock("""
                UPDATE stock SET available = available - 1, deducted = deducted + 1, version = version + 1
                WHERE sale_id = ?
                """, sale);
        gate(sale).addAndGet("remaining", -1);
        holders(sale).put(Long.toString(user), Long.toString(id));
        return id;
    }

    public long insertOrder(long sale, long user) {
        long id = ORDERS.incrementAndGet();
        inOrders("""
                INSERT INTO orders (id, sale_id, user_id, title, image_url, price_cents, status, reserved_at, created_at,
                                    pay_deadline)
                VALUES (?, ?, ?, 't', 'i', 1, 'AWAITING_PAYMENT', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
                """, id, sale, user);
        return id;
    }

    /** Pays the order with its price, in the shop's and the provider's records. Returns the charge. */
    public String pay(long order) {
        String charge = "c-" + order;
        inOrders("UPDATE orders SET status = 'PAID', paid_at = UTC_TIMESTAMP(3) WHERE id = ?", order);
        charged(charge, order, "PAID");
        take(charge, order, 0);
        return charge;
    }

    private void charged(String charge, long order, String outcome) {
        inOrders("""
                INSERT INTO charge (charge_id, order_id, amount_cents, outcome, paid_at, received_at)
                VALUES (?, ?, 1, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
                """, charge, order, outcome);
    }

    /** The provider took the price of the order this many seconds ago. */
    public void take(String charge, long order, int secondsAgo) {
        inOrders("""
                INSERT INTO mock_provider_charge (charge_id, order_id, amount_cents, charged_at)
                VALUES (?, ?, 1, UTC_TIMESTAMP(3) - INTERVAL ? SECOND)
                """, charge, order, secondsAgo);
    }

    /** The provider refunded the price. */
    public void giveBack(String charge, String key) {
        inOrders("""
                INSERT INTO mock_provider_refund (idempotency_key, charge_id, amount_cents, refunded_at)
                VALUES (?, ?, 1, UTC_TIMESTAMP(3))
                """, key, charge);
    }

    /** The shop records a charge that paid nothing, and its refund. */
    public void refunded(String charge, long order) {
        charged(charge, order, "REFUND");
        inOrders("""
                INSERT INTO refund (charge_id, order_id, amount_cents, reason, state, next_attempt_at, created_at,
                                    refunded_at)
                VALUES (?, ?, 1, 'ALREADY_PAID', 'REFUNDED', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
                """, charge, order);
        inOrders("UPDATE orders SET refund_cents = refund_cents + 1 WHERE id = ?", order);
    }

    public RMap<String, String> gate(long sale) {
        return redis.getMap("{s" + sale % 16 + "}:sale:" + sale, StringCodec.INSTANCE);
    }

    private RMap<String, String> holders(long sale) {
        return redis.getMap("{s" + sale % 16 + "}:sale:" + sale + ":holders", StringCodec.INSTANCE);
    }

    public RStream<String, String> outbox(long sale) {
        return redis.getStream("{s" + sale % 16 + "}:sale:outbox", StringCodec.INSTANCE);
    }

    /** Names the run of the server, as the first script does. */
    private String run(long sale) {
        var server = redis.getRedisNodes(RedisNodes.SINGLE).getInstance();
        Map<String, String> replication = server.info(InfoSection.REPLICATION);
        String name = server.info(InfoSection.SERVER).get("run_id") + ":" + replication.get("master_replid");
        redis.<String, String>getMap("{s" + sale % 16 + "}:run", StringCodec.INSTANCE)
                .putAll(Map.of("name", name, "promotion", replication.get("master_replid2")));
        return name;
    }
}
