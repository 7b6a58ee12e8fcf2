package io.flashsale.auditor.restore;

import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.reservation.StockReserved;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Says what a restore has lost, which orders are under review, and which charges are refunded. Compares what Kafka has
 * from {@link Restoration#UNDER_WAY} before the backup on with MySQL. Reads charges that are not settled yet from the
 * mock provider's table only. All methods throw {@link SourceUnavailableException}.
 */
public record Losses(Stores stores) {

    private static final String ORDERS = "SELECT id, IF(status = 'REJECTED', reason, '') FROM orders WHERE id IN";
    private static final String REVIEWS = "SELECT order_id FROM order_under_review WHERE order_id IN";
    private static final String UNDER_REVIEW = "an administrator must replay or reject it";
    private static final String ACCOUNTS = "SELECT id FROM account WHERE id IN";
    private static final String CLAIMS = "SELECT coupon_id, COALESCE(reason, '') FROM coupon_flow"
            + " WHERE type IN ('CLAIM', 'REJECT') AND coupon_id IN";

    private static final String REFUNDS = """
            SELECT order_id, charge_id, amount_cents, reason, state FROM refund WHERE created_at >= ? ORDER BY id
            """;

    /** Order-service looks for charges every minute, and waits at least a day for an order that a charge names. */
    private static final String UNKNOWN_CHARGES = """
            SELECT m.order_id, m.charge_id, m.amount_cents FROM mock_provider_charge m
            LEFT JOIN charge c ON c.charge_id = m.charge_id
            WHERE c.charge_id IS NULL AND m.charged_at < UTC_TIMESTAMP(3) - INTERVAL 30 SECOND ORDER BY m.charged_at
            """;

    /** What Kafka says was accepted: who, and where. */
    private record Accepted(long userId, String what) {}

    /**
     * One line for each thing that is lost, each order under review, and each charge that goes back. Each begins with
     * its kind and a colon.
     *
     * @param backup when the backup was made
     */
    public List<String> since(Instant backup) {
        List<String> lines = new ArrayList<>();
        Map<Long, Accepted> orders = new TreeMap<>();
        Map<Long, Accepted> coupons = new TreeMap<>();
        Instant since = backup.minus(Restoration.UNDER_WAY);
        TopicReader.readJson(stores.kafka(), StockReserved.TOPIC, since, group -> {
            String sale = "sale " + group.path("saleId").asString("?") + " \""
                    + group.path("terms").path("title").asString("") + '"';
            group.path("orders")
                    .forEach(line -> orders.put(
                            line.path("orderId").asLong(0),
                            new Accepted(line.path("userId").asLong(0), sale)));
        });
        TopicReader.readJson(stores.kafka(), CouponClaimed.TOPIC, since, group -> {
            String of = "template " + group.path("templateId").asString("?");
            group.path("claims")
                    .forEach(line -> coupons.put(
                            line.path("couponId").asLong(0),
                            new Accepted(line.path("userId").asLong(0), of)));
        });
        Set<Long> users = new TreeSet<>();
        orders.values().forEach(order -> users.add(order.userId()));
        coupons.values().forEach(coupon -> users.add(coupon.userId()));
        Map<Long, Boolean> accounts = Stores.byId(stores.order(), ACCOUNTS, users, _ -> true);
        users.stream().filter(user -> !accounts.containsKey(user)).forEach(user -> lines.add("lost: account " + user));
        Map<Long, String> placed = Stores.byId(stores.order(), ORDERS, orders.keySet(), row -> row.getString(2));
        Stores.byId(stores.order(), REVIEWS, orders.keySet(), _ -> UNDER_REVIEW).forEach(placed::putIfAbsent);
        orders.forEach((id, order) -> lost("order", id, order, placed, lines));
        Map<Long, String> issued = Stores.byId(stores.coupon(), CLAIMS, coupons.keySet(), row -> row.getString(2));
        coupons.forEach((id, coupon) -> lost("coupon", id, coupon, issued, lines));
        lines.addAll(Stores.rows(
                stores.order(),
                REFUNDS,
                (row, _) -> "goes back: %d cents of order %d, charge %s, %s, %s"
                        .formatted(
                                row.getLong(3), row.getLong(1), row.getString(2), row.getString(4), row.getString(5)),
                backup.toString().replace("T", " ").replace("Z", "")));
        lines.addAll(Stores.rows(
                stores.order(),
                UNKNOWN_CHARGES,
                (row, _) -> "not settled yet: %d cents of order %d, charge %s"
                        .formatted(row.getLong(3), row.getLong(1), row.getString(2))));
        return lines;
    }

    private static void lost(String what, long id, Accepted accepted, Map<Long, String> known, List<String> lines) {
        String reason = known.getOrDefault(id, "no trace of it");
        if (!reason.isEmpty()) {
            String kind = reason.equals(UNDER_REVIEW) ? "under review" : known.containsKey(id) ? "rejected" : "lost";
            lines.add(kind + ": "
                    + "%s %d of account %d, %s: %s".formatted(what, id, accepted.userId(), accepted.what(), reason));
        }
    }
}
