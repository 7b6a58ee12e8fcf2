package io.flashsale.order.placement;

import io.flashsale.commons.sql.MultiRowInsert;
import io.flashsale.commons.sql.UtcTime;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.ordering.EndReason;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Table {@code orders} as placement sees it: what is there already, and what is new. */
@Component
class PlacedOrders {

    private static final String INTO = "INSERT INTO orders (id, sale_id, user_id, title, image_url, price_cents,"
            + " reserved_at, status, reason, created_at, pay_deadline, closed_at) VALUES";
    private static final MultiRowInsert PLACED = new MultiRowInsert(
            INTO,
            "(?, ?, ?, ?, ?, ?, ?, 'AWAITING_PAYMENT', NULL, UTC_TIMESTAMP(3),"
                    + " UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, NULL)");
    private static final MultiRowInsert REJECTED =
            new MultiRowInsert(INTO, "(?, ?, ?, ?, ?, ?, ?, 'REJECTED', ?, UTC_TIMESTAMP(3), NULL, UTC_TIMESTAMP(3))");

    private final JdbcTemplate jdbc;
    private final JdbcClient client;

    PlacedOrders(JdbcTemplate jdbc, JdbcClient client) {
        this.jdbc = jdbc;
        this.client = client;
    }

    /**
     * Those of the orders that have a row, whatever its status.
     *
     * @throws OrderIdTakenException when the row of one is that of another shopper or sale
     */
    Set<Long> known(Collection<StockReserved> reservations) {
        Map<Long, Owner> owners = new HashMap<>();
        client.sql("SELECT id, sale_id, user_id FROM orders WHERE id IN (:ids)")
                .param("ids", ids(reservations))
                .query(row -> {
                    owners.put(row.getLong("id"), new Owner(row.getLong("sale_id"), row.getLong("user_id")));
                });
        for (StockReserved reservation : reservations) {
            Owner owner = owners.get(reservation.orderId());
            if (owner != null && !owner.equals(new Owner(reservation.saleId(), reservation.userId()))) {
                throw new OrderIdTakenException(reservation);
            }
        }
        return owners.keySet();
    }

    private record Owner(long saleId, long userId) {}

    /** Those of the shoppers who have an active order in the sale. */
    Set<Long> activeBuyers(long saleId, Collection<StockReserved> reservations) {
        return new HashSet<>(client.sql(
                        "SELECT active_user FROM orders WHERE sale_id = :sale AND active_user IN (:users)")
                .param("sale", saleId)
                .param("users", reservations.stream().map(StockReserved::userId).toList())
                .query(Long.class)
                .list());
    }

    /** Those of the orders that were rejected, and why. */
    Map<Long, EndReason> rejected(Collection<StockReserved> reservations) {
        if (reservations.isEmpty()) {
            return Map.of();
        }
        Map<Long, EndReason> reasons = new HashMap<>();
        client.sql("SELECT id, reason FROM orders WHERE id IN (:ids) AND status = 'REJECTED'")
                .param("ids", ids(reservations))
                .query(row -> {
                    reasons.put(row.getLong("id"), EndReason.valueOf(row.getString("reason")));
                });
        return reasons;
    }

    private static List<Long> ids(Collection<StockReserved> reservations) {
        return reservations.stream().map(StockReserved::orderId).toList();
    }

    /** Inserts orders that await payment until the window, counted from now by the database's clock, has passed. */
    void insertPlaced(List<StockReserved> reservations, Duration paymentWindow) {
        Object micros = paymentWindow.toNanos() / 1_000;
        PLACED.execute(
                jdbc,
                reservations.stream()
                        .map(reservation -> row(reservation, micros))
                        .toList());
    }

    void insertRejected(List<Decision.Reject> rejections) {
        REJECTED.execute(
                jdbc,
                rejections.stream()
                        .map(reject -> row(reject.reservation(), name(reject.reason())))
                        .toList());
    }

    private static Object name(EndReason reason) {
        return reason.name();
    }

    private static Object[] row(StockReserved reservation, Object last) {
        SaleTerms terms = reservation.terms();
        return new Object[] {
            reservation.orderId(),
            reservation.saleId(),
            reservation.userId(),
            terms.title(),
            terms.imageUrl(),
            terms.priceCents(),
            UtcTime.write(reservation.reservedAt()),
            last
        };
    }
}
