package io.flashsale.coupon.redemption;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * {@code coupon} and {@code coupon_flow} as spending sees them.
 *
 * <pre>
 *   UNUSED ◀──▶ RESERVED ──▶ USED
 * </pre>
 */
@Component
@Transactional(propagation = Propagation.MANDATORY)
class RedemptionTable {

    private final JdbcClient jdbc;

    RedemptionTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    enum Step {
        RESERVE,
        USE,
        FREE
    }

    /** The coupon, which nobody else can change before the present transaction ends. */
    Optional<CouponRow> lock(long couponId) {
        return jdbc.sql("SELECT id, template_id, user_id, status, order_id, attempt, discount_cents FROM coupon"
                        + " WHERE id = ? FOR UPDATE")
                .param(couponId)
                .query((row, number) -> new CouponRow(
                        row.getLong("id"),
                        row.getLong("template_id"),
                        row.getLong("user_id"),
                        CouponStatus.valueOf(row.getString("status")),
                        row.getLong("order_id"),
                        row.getInt("attempt"),
                        row.getLong("discount_cents")))
                .optional();
    }

    /** Whether this has happened to the coupon in this attempt of the order. */
    boolean happened(Step step, long couponId, long orderId, int attempt) {
        return jdbc.sql("SELECT COUNT(*) FROM coupon_flow"
                        + " WHERE coupon_id = ? AND order_id = ? AND attempt = ? AND type = ?")
                .params(couponId, orderId, attempt, step.name())
                .query(Boolean.class)
                .single();
    }

    /** The idempotency key of a step; to be written together with the step. */
    void note(Step step, CouponRow coupon, long orderId, int attempt) {
        jdbc.sql("INSERT INTO coupon_flow (coupon_id, order_id, attempt, type, template_id, user_id)"
                        + " VALUES (?, ?, ?, ?, ?, ?)")
                .params(coupon.id(), orderId, attempt, step.name(), coupon.templateId(), coupon.userId())
                .update();
    }

    /** UNUSED → RESERVED, or from an earlier attempt of the order to a later one. */
    void reserve(CouponRow coupon, long orderId, int attempt, long discountCents) {
        must(jdbc.sql("UPDATE coupon SET status = 'RESERVED', order_id = :order, attempt = :attempt,"
                        + " discount_cents = :discount, reserved_at = UTC_TIMESTAMP(3)"
                        + " WHERE id = :id AND (status = 'UNUSED' OR status = 'RESERVED' AND order_id = :order)")
                .param("order", orderId)
                .param("attempt", attempt)
                .param("discount", discountCents)
                .param("id", coupon.id())
                .update());
    }

    /** UNUSED or RESERVED by this order → USED. */
    void use(CouponRow coupon, long orderId, int attempt, long discountCents) {
        must(jdbc.sql("UPDATE coupon SET status = 'USED', order_id = :order, attempt = :attempt,"
                        + " discount_cents = :discount, used_at = UTC_TIMESTAMP(3)"
                        + " WHERE id = :id AND (status = 'UNUSED' OR status = 'RESERVED' AND order_id = :order)")
                .param("order", orderId)
                .param("attempt", attempt)
                .param("discount", discountCents)
                .param("id", coupon.id())
                .update());
    }

    /** RESERVED by this attempt → UNUSED. */
    void free(CouponRow coupon, long orderId, int attempt) {
        must(jdbc.sql("UPDATE coupon SET status = 'UNUSED', order_id = NULL, attempt = NULL, discount_cents = NULL,"
                        + " reserved_at = NULL WHERE id = ? AND status = 'RESERVED' AND order_id = ? AND attempt = ?")
                .params(coupon.id(), orderId, attempt)
                .update());
    }

    private static void must(int updatedRows) {
        if (updatedRows != 1) {
            throw new IllegalStateException("a coupon changed although it was locked");
        }
    }
}
