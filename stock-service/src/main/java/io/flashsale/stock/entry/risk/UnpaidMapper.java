package io.flashsale.stock.entry.risk;

import java.time.LocalDateTime;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

/** Who has let units go. */
@Mapper
interface UnpaidMapper {

    /** @param lastAtUtc when he let the last one go */
    record UnpaidRow(long saleId, long userId, LocalDateTime lastAtUtc) {}

    /** Those who have to wait now, the last ones first. */
    @Select("""
            SELECT sale_id, user_id, last_at AS last_at_utc FROM unpaid_order
            WHERE last_at > UTC_TIMESTAMP(3) - INTERVAL #{waitMicros} MICROSECOND AND times >= #{limit}
            ORDER BY last_at DESC LIMIT #{max}
            """)
    List<UnpaidRow> waiting(@Param("limit") int limit, @Param("waitMicros") long waitMicros, @Param("max") int max);
}
