package io.flashsale.entry.risk;

import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** Reads which users have let units go. */
@Mapper
interface UnpaidMapper {

    /**
     * @param times how often the user has let one go in this sale
     * @param lastAt when they let the last one go
     */
    record UnpaidRow(long saleId, long userId, int times, Instant lastAt) {}

    /**
     * Users who may have to wait: they have let so many units of a sale go, the last one of late; the latest first.
     *
     * @param lateMicros how long ago that may be
     */
    @Select("""
            SELECT sale_id, user_id, times, last_at FROM unpaid_order
            WHERE last_at > UTC_TIMESTAMP(3) - INTERVAL #{lateMicros} MICROSECOND AND times >= #{limit}
            AND last_at > UTC_TIMESTAMP(3)
                - INTERVAL LEAST(#{maxMicros}, #{waitMicros} * POW(2, LEAST(times - #{limit}, 30))) MICROSECOND
            ORDER BY last_at DESC LIMIT #{max}
            """)
    List<UnpaidRow> waiting(int limit, long waitMicros, long maxMicros, long lateMicros, int max);

    /** As {@link #waiting}, over all sales. */
    record UnpaidInAllRow(long userId, int inAll, Instant letGoAt) {}

    /** Users who may have to wait because of all sales with a unit let go of late. */
    @Select("""
            SELECT user_id, SUM(times) AS in_all, MAX(last_at) AS let_go_at FROM unpaid_order
            WHERE last_at > UTC_TIMESTAMP(3) - INTERVAL #{maxMicros} MICROSECOND
            GROUP BY user_id
            HAVING in_all >= #{limit} AND let_go_at > UTC_TIMESTAMP(3)
                - INTERVAL LEAST(#{maxMicros}, #{waitMicros} * POW(2, LEAST(in_all - #{limit}, 30))) MICROSECOND
            ORDER BY let_go_at DESC LIMIT #{max}
            """)
    List<UnpaidInAllRow> waitingForAll(int limit, long waitMicros, long maxMicros, int max);
}
