package io.flashsale.coupon.redemption;

import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and writes {@code coupon} and {@code coupon_flow} for redemption.
 *
 * <pre>
 *   UNUSED ◀──▶ RESERVED ──▶ USED ──▶ UNUSED (its order is refunded)
 * </pre>
 */
@Mapper
@Transactional(propagation = Propagation.MANDATORY)
interface RedemptionMapper {

    enum Step {
        RESERVE,
        USE,
        FREE
    }

    /** Reads the coupon and locks it until the current transaction ends. */
    @Select("""
            SELECT id, template_id, user_id, status, COALESCE(order_id, 0) AS order_id,
                   COALESCE(attempt, 0) AS attempt, COALESCE(discount_cents, 0) AS discount_cents
            FROM coupon WHERE id = #{id} FOR UPDATE
            """)
    Optional<CouponRow> lock(long id);

    /** The coupon that the order was paid with. */
    @Select("SELECT id FROM coupon WHERE paid_order = #{orderId}")
    Optional<Long> usedBy(long orderId);

    /** Whether this happened to the coupon in this attempt of the order. */
    @Select("""
            SELECT COUNT(*) FROM coupon_flow
            WHERE coupon_id = #{couponId} AND order_id = #{orderId} AND attempt = #{attempt} AND type = #{step}
            """)
    boolean happened(Step step, long couponId, long orderId, int attempt);

    /** Writes the idempotency key of a step, in the step's transaction. */
    @Insert("""
            INSERT INTO coupon_flow (coupon_id, order_id, attempt, type, template_id, user_id)
            VALUES (#{coupon.id}, #{orderId}, #{attempt}, #{step}, #{coupon.templateId}, #{coupon.userId})
            """)
    void note(Step step, CouponRow coupon, long orderId, int attempt);

    /**
     * UNUSED → RESERVED, or from an earlier attempt of the order to a later one. Returns 1, or 0 if another order
     * has it.
     */
    @Update("""
            UPDATE coupon SET status = 'RESERVED', order_id = #{orderId}, attempt = #{attempt},
                              discount_cents = #{discountCents}, reserved_at = UTC_TIMESTAMP(3)
            WHERE id = #{id} AND (status = 'UNUSED' OR status = 'RESERVED' AND order_id = #{orderId})
            """)
    int reserve(long id, long orderId, int attempt, long discountCents);

    /** UNUSED or RESERVED by this order → USED. Returns 1, or 0 if another order has it. */
    @Update("""
            UPDATE coupon SET status = 'USED', order_id = #{orderId}, attempt = #{attempt},
                              discount_cents = #{discountCents}, used_at = UTC_TIMESTAMP(3)
            WHERE id = #{id} AND (status = 'UNUSED' OR status = 'RESERVED' AND order_id = #{orderId})
            """)
    int use(long id, long orderId, int attempt, long discountCents);

    /** RESERVED or USED by this attempt → UNUSED. Returns 1, or 0 if this attempt does not have it. */
    @Update("""
            UPDATE coupon SET status = 'UNUSED', order_id = NULL, attempt = NULL, discount_cents = NULL,
                              reserved_at = NULL, used_at = NULL
            WHERE id = #{id} AND status <> 'UNUSED' AND order_id = #{orderId} AND attempt = #{attempt}
            """)
    int free(long id, long orderId, int attempt);
}
