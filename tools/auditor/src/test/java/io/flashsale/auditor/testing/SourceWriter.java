package io.flashsale.auditor.testing;

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
    private static final int CHUNK = 5_000;

    public final JdbcClient stock;
    public final JdbcClient orders;
    private final RedissonClient redis;

    SourceWriter(JdbcClient stock, JdbcClient orders, RedissonClient redis) {
        this.stock = stock;
        this.orders = orders;
        this.redis = redis;
    }

    /** An open sale with this many units, in MySQL and in Redis. */
    public long sale(long units) {
        stock.sql("INSERT INTO product (name, description, image_url) VALUES ('p', 'p', 'p')")
                .update();
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        stock.sql("""
                INSERT INTO sale (product_id, title, price_cents, list_price_cents, opens_at, closes_at)
                SELECT MAX(id), 'A sale', 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 HOUR FROM product
                """).update(key);
        long id = Objects.requireNonNull(key.getKey()).longValue();
        stock.sql("INSERT INTO stock (sale_id, initial, available) VALUES (?, ?, ?)")
                .params(id, units, units)
                .update();
        holders(id).put("epoch", "e");
        Map<String, String> gate =
                new HashMap<>(Map.of("epoch", "e", "runId", run(), "returned", "0", "revision", "1"));
        gate.put("remaining", Long.toString(units));
        gate.put("total", Long.toString(units));
        gate(id).putAll(gate);
        return id;
    }

    /** A sold-out sale, written in batches of thousands. */
    public long saleThatSoldOut(int units) {
        long id = sale(units);
        long first = ORDERS.addAndGet(units) - units + 1;
        for (int done = 0; done < units; done += CHUNK) {
            StringBuilder orderRows = new StringBuilder();
            StringBuilder flowRows = new StringBuilder();
            Map<String, String> held = new HashMap<>();
            for (int i = done; i < Math.min(units, done + CHUNK); i++) {
                long order = first + i;
                long user = i + 1;
                orderRows
                        .append(orderRows.isEmpty() ? "" : ",")
                        .append("(%d, %d, %d, 't', 'i', 1, 'AWAITING_PAYMENT', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3),"
                                .formatted(order, id, user))
                        .append(" UTC_TIMESTAMP(3))");
                flowRows.append(flowRows.isEmpty() ? "" : ",")
                        .append("(%d, 'DEDUCT', %d, %d)".formatted(order, id, user));
                held.put(Long.toString(user), Long.toString(order));
            }
            orders.sql("INSERT INTO orders (id, sale_id, user_id, title, image_url, price_cents, status, reserved_at,"
                            + " created_at, pay_deadline) VALUES " + orderRows)
                    .update();
            stock.sql("INSERT INTO stock_flow (order_id, type, sale_id, user_id) VALUES " + flowRows)
                    .update();
            holders(id).putAll(held);
        }
        stock.sql("UPDATE stock SET available = 0, deducted = initial, version = version + 1 WHERE sale_id = ?")
                .param(id)
                .update();
        gate(id).put("remaining", "0");
        return id;
    }

    /** A complete order: reserved, deducted and placed. */
    public long order(long sale, long user) {
        long id = insertOrder(sale, user);
        flow(sale, id, user, "DEDUCT");
        stock.sql("UPDATE stock SET available = available - 1, deducted = deducted + 1, version = version + 1"
                        + " WHERE sale_id = ?")
                .param(sale)
                .update();
        gate(sale).addAndGet("remaining", -1);
        holders(sale).put(Long.toString(user), Long.toString(id));
        return id;
    }

    /** Inserts only the row of the order. */
    public long insertOrder(long sale, long user) {
        long id = ORDERS.incrementAndGet();
        orders.sql("""
                INSERT INTO orders (id, sale_id, user_id, title, image_url, price_cents, status, reserved_at, created_at,
                                    pay_deadline)
                VALUES (?, ?, ?, 't', 'i', 1, 'AWAITING_PAYMENT', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
                """).params(id, sale, user).update();
        return id;
    }

    /** Pays the order with its price, in the shop's and the provider's records. Returns the charge. */
    public String pay(long order) {
        String charge = "c-" + order;
        orders.sql("UPDATE orders SET status = 'PAID', paid_at = UTC_TIMESTAMP(3) WHERE id = ?")
                .param(order)
                .update();
        orders.sql("INSERT INTO charge (charge_id, order_id, amount_cents, outcome, paid_at, received_at)"
                        + " VALUES (?, ?, 1, 'PAID', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))")
                .params(charge, order)
                .update();
        take(charge, order, 0);
        return charge;
    }

    /** The provider took the price of the order this many seconds ago. */
    public void take(String charge, long order, int secondsAgo) {
        orders.sql("INSERT INTO mock_provider_charge (charge_id, order_id, amount_cents, charged_at)"
                        + " VALUES (?, ?, 1, UTC_TIMESTAMP(3) - INTERVAL ? SECOND)")
                .params(charge, order, secondsAgo)
                .update();
    }

    /** The provider refunded the price. */
    public void giveBack(String charge, String key) {
        orders.sql("INSERT INTO mock_provider_refund (idempotency_key, charge_id, amount_cents, refunded_at)"
                        + " VALUES (?, ?, 1, UTC_TIMESTAMP(3))")
                .params(key, charge)
                .update();
    }

    /** The shop records a charge that paid nothing, and its refund. */
    public void refunded(String charge, long order) {
        orders.sql("INSERT INTO charge (charge_id, order_id, amount_cents, outcome, paid_at, received_at)"
                        + " VALUES (?, ?, 1, 'REFUND', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))")
                .params(charge, order)
                .update();
        orders.sql("INSERT INTO refund (charge_id, order_id, amount_cents, reason, state, next_attempt_at, created_at,"
                        + " refunded_at)"
                        + " VALUES (?, ?, 1, 'ALREADY_PAID', 'REFUNDED', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3),"
                        + " UTC_TIMESTAMP(3))")
                .params(charge, order)
                .update();
        orders.sql("UPDATE orders SET refund_cents = refund_cents + 1 WHERE id = ?")
                .param(order)
                .update();
    }

    /** The shop records the price under an order that does not exist, and its refund. */
    public void refundedForNoOrder(String charge) {
        refunded(charge, Long.MAX_VALUE - ORDERS.incrementAndGet());
    }

    public void flow(long sale, long order, long user, String type) {
        stock.sql("INSERT INTO stock_flow (order_id, type, sale_id, user_id) VALUES (?, ?, ?, ?)")
                .params(order, type, sale, user)
                .update();
    }

    public RMap<String, String> gate(long sale) {
        return redis.getMap("{s" + sale % 16 + "}:sale:" + sale, StringCodec.INSTANCE);
    }

    public RMap<String, String> holders(long sale) {
        return redis.getMap("{s" + sale % 16 + "}:sale:" + sale + ":holders", StringCodec.INSTANCE);
    }

    public RStream<String, String> outbox(long sale) {
        return redis.getStream("{s" + sale % 16 + "}:sale:outbox", StringCodec.INSTANCE);
    }

    private String run() {
        var server = redis.getRedisNodes(RedisNodes.SINGLE).getInstance();
        return server.info(InfoSection.SERVER).get("run_id") + ":"
                + server.info(InfoSection.REPLICATION).get("master_replid");
    }
}
