package io.flashsale.order.coupon;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import io.flashsale.order.ordering.CouponUse;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The rows of table {@code order_coupon}. Only a transaction that has locked the order's row writes them.
 * They are read with the order. Each step returns how many rows it changed.
 *
 * <pre>
 *   RESERVING ──▶ CHARGING ──▶ USED
 *       └─────┬───────┘          │ (an administrator undoes the sale)
 *             ▼                  │
 *           FREED ◀──────────────┘
 *             └─▶ RESERVING (the next attempt)
 * </pre>
 */
@Mapper
@Transactional(propagation = Propagation.MANDATORY)
interface OrderCouponMapper {

    /** Begins an attempt as RESERVING. It replaces the previous attempt, if there was one. */
    @Insert("""
            INSERT INTO order_coupon (order_id, coupon_id, attempt, state)
            VALUES (#{orderId}, #{begun.couponId}, #{begun.attempt}, #{begun.state})
            ON DUPLICATE KEY UPDATE coupon_id = #{begun.couponId}, attempt = #{begun.attempt}, state = #{begun.state},
                discount_cents = NULL, open_charges = 0, waiting = FALSE
            """)
    void begin(long orderId, CouponUse begun);

    /** Counts an attempt. From the first one on, a payment of the order reads its row here. */
    @Update("UPDATE orders SET coupon_attempts = coupon_attempts + 1 WHERE id = #{orderId}")
    int countAttempt(long orderId);

    /** RESERVING or CHARGING → CHARGING: one more charge with this discount is about to be made. */
    @Update("""
            UPDATE order_coupon SET state = 'CHARGING', discount_cents = #{discountCents},
                open_charges = open_charges + 1, waiting = FALSE
            WHERE order_id = #{orderId} AND state IN ('RESERVING', 'CHARGING')
            """)
    int charge(long orderId, long discountCents);

    /** @param waits whether the shopper may still confirm the charge */
    @Update("""
            UPDATE order_coupon SET open_charges = open_charges - 1, waiting = waiting OR #{waits}
            WHERE order_id = #{orderId} AND open_charges > 0
            """)
    int endCharge(long orderId, boolean waits);

    /** Whether the shopper may still confirm the latest charge. */
    @Select("SELECT waiting FROM order_coupon WHERE order_id = #{orderId}")
    boolean isWaiting(long orderId);

    /** CHARGING → USED. */
    @Update("UPDATE order_coupon SET state = 'USED' WHERE order_id = #{orderId} AND state = 'CHARGING'")
    int use(long orderId);

    /**
     * RESERVING or CHARGING → FREED. Selects by key only; see
     * {@link io.flashsale.order.ordering.OrderMapper#close}.
     *
     * @param ids of orders, at least one
     */
    @Update("""
            <script>
            UPDATE order_coupon FORCE INDEX (PRIMARY) SET state = 'FREED'
            WHERE state IN ('RESERVING', 'CHARGING') AND order_id
            """ + IN_IDS + "</script>")
    int free(List<Long> ids);

    /**
     * USED → FREED.
     *
     * @param ids of orders, at least one
     */
    @Update("""
            <script>
            UPDATE order_coupon FORCE INDEX (PRIMARY) SET state = 'FREED' WHERE state = 'USED' AND order_id
            """ + IN_IDS + "</script>")
    int giveBack(List<Long> ids);
}
