package io.flashsale.order.journey;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** Reads the rows of orders for the journey page, and the traces of followed clicks. */
@Mapper
interface JourneyMapper {

    /** The trace of the order's click; empty if the click is not followed. */
    @Select("SELECT traceparent FROM orders WHERE id = #{id} AND traceparent IS NOT NULL")
    Optional<String> traceparent(long id);

    @Select("""
            SELECT id, sale_id, user_id, price_cents, status, reason, reserved_at, created_at, pay_deadline, paid_at, closed_at,
                   refund_cents, entry_number
            FROM orders WHERE id = #{id}
            """)
    List<LinkedHashMap<String, Object>> order(long id);

    @Select("""
            SELECT charge_id, amount_cents, outcome, paid_at, received_at FROM charge WHERE order_id = #{id}
            ORDER BY received_at, charge_id
            """)
    List<LinkedHashMap<String, Object>> charges(long id);

    @Select("""
            SELECT id, charge_id, amount_cents, reason, state, attempts, created_at, refunded_at FROM refund
            WHERE order_id = #{id} ORDER BY id
            """)
    List<LinkedHashMap<String, Object>> refunds(long id);
}
