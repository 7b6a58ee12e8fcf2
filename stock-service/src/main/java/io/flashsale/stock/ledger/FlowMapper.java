package io.flashsale.stock.ledger;

import io.flashsale.contracts.stock.StockFlows;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

/** Reads the flows of single orders, for people who look into one. */
@Mapper
interface FlowMapper {

    /** The flows in the sequence in which they were written. */
    @Select("""
            SELECT order_id, type, sale_id, user_id, created_at FROM stock_flow WHERE order_id = #{orderId}
            ORDER BY created_at, type
            """)
    List<StockFlows.Line> ofOrder(@Param("orderId") long orderId);
}
