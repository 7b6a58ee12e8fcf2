package io.flashsale.order.export;

import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.ResultMap;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** Reads the rows of exports page by page, in the order of their ids. */
@Mapper
interface ExportMapper {

    record RefundRow(
            long id,
            String chargeId,
            long orderId,
            long userId,
            long amountCents,
            String reason,
            String state,
            Instant createdAt,
            @Nullable Instant refundedAt) {}

    /** The orders of the sale after this one. */
    @ResultMap("io.flashsale.order.ordering.OrderMapper.order")
    @Select(OrderMapper.ORDERS + "WHERE o.sale_id = #{saleId} AND o.id > #{after} ORDER BY o.id LIMIT #{limit}")
    List<Order> orders(long saleId, long after, int limit);

    /** The refunds of the sale's orders after this one. */
    @Select("""
            SELECT r.id, r.charge_id, r.order_id, o.user_id, r.amount_cents, r.reason, r.state, r.created_at, r.refunded_at
            FROM refund r JOIN orders o ON o.id = r.order_id
            WHERE o.sale_id = #{saleId} AND r.id > #{after} ORDER BY r.id LIMIT #{limit}
            """)
    List<RefundRow> refunds(long saleId, long after, int limit);
}
