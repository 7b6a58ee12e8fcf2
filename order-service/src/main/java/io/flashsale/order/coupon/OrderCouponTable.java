package io.flashsale.order.coupon;

import io.flashsale.order.ordering.CouponUse;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The rows of table {@code order_coupon}, which belong to whoever has locked the order's row. They are read together with
 * the order.
 *
 * <pre>
 *   RESERVING ──▶ CHARGING ──▶ USED
 *       └─────┬───────┘
 *             ▼
 *           FREED ──▶ RESERVING (the next attempt)
 * </pre>
 */
@Component
@Transactional(propagation = Propagation.MANDATORY)
class OrderCouponTable {

    private final JdbcClient jdbc;

    OrderCouponTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Begins an attempt in place of the one before, if there was one. */
    void begin(long orderId, CouponUse attempt) {
        jdbc.sql(
                        "INSERT INTO order_coupon (order_id, coupon_id, attempt, state) VALUES (:order, :coupon, :attempt, :state)"
                                + " ON DUPLICATE KEY UPDATE coupon_id = :coupon, attempt = :attempt, state = :state,"
                                + " discount_cents = NULL, open_charges = 0")
                .param("order", orderId)
                .param("coupon", attempt.couponId())
                .param("attempt", attempt.attempt())
                .param("state", CouponUse.State.RESERVING.name())
                .update();
    }

    /** RESERVING or CHARGING → CHARGING: one more charge is about to be made, with this discount. */
    void charge(long orderId, long discountCents) {
        must(jdbc.sql("UPDATE order_coupon SET state = 'CHARGING', discount_cents = ?, open_charges = open_charges + 1"
                        + " WHERE order_id = ? AND state IN ('RESERVING', 'CHARGING')")
                .params(discountCents, orderId)
                .update());
    }

    void chargeDeclined(long orderId) {
        must(jdbc.sql("UPDATE order_coupon SET open_charges = open_charges - 1 WHERE order_id = ? AND open_charges > 0")
                .param(orderId)
                .update());
    }

    /** CHARGING → USED. */
    void use(long orderId) {
        must(jdbc.sql("UPDATE order_coupon SET state = 'USED' WHERE order_id = ? AND state = 'CHARGING'")
                .param(orderId)
                .update());
    }

    /** RESERVING or CHARGING → FREED. The discount stays: a payment that was charged with it may still come. */
    void free(List<Long> orderIds) {
        // By the key and nothing else, see OrderTable.close.
        int freed = jdbc.sql("UPDATE order_coupon FORCE INDEX (PRIMARY) SET state = 'FREED'"
                        + " WHERE order_id IN (:orders) AND state IN ('RESERVING', 'CHARGING')")
                .param("orders", orderIds)
                .update();
        if (freed != orderIds.size()) {
            throw new IllegalStateException("freed " + freed + " of " + orderIds.size() + " coupons that were locked");
        }
    }

    /** Of a coupon that is FREED already; does nothing for an order that never had one. */
    void forgetDiscount(long orderId) {
        jdbc.sql("UPDATE order_coupon SET discount_cents = NULL WHERE order_id = ? AND state = 'FREED'")
                .param(orderId)
                .update();
    }

    private static void must(int updatedRows) {
        if (updatedRows != 1) {
            throw new IllegalStateException("an order's coupon changed although the order was locked");
        }
    }
}
