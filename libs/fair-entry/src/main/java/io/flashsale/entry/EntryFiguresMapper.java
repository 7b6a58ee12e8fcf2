package io.flashsale.entry;

import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

@Mapper
interface EntryFiguresMapper {

    /**
     * @param expired tickets whose time is over, used or not; of one that came back, MySQL knows no time before it is
     *     handed out again
     */
    record Entered(long entered, long tickets, long expired) {}

    @Select("""
            SELECT COUNT(*) AS entered, COUNT(ticket_issued_at) AS tickets,
                   COUNT(CASE WHEN ticket_expires_at <= UTC_TIMESTAMP(3) AND ticket_expires_at > ticket_issued_at THEN 1 END)
                       AS expired
            FROM entry WHERE sale_id = #{saleId}
            """)
    Entered entered(long saleId);

    /** @param expired used tickets whose time is over by now */
    record Used(long bought, long givenBack, long expired) {}

    @Select("""
            SELECT COUNT(CASE WHEN f.type = 'DEDUCT' THEN 1 END) AS bought,
                   COUNT(CASE WHEN f.type = 'RELEASE' THEN 1 END) AS given_back,
                   COUNT(CASE WHEN f.type = 'DEDUCT' AND e.ticket_expires_at <= UTC_TIMESTAMP(3)
                       AND e.ticket_expires_at > e.ticket_issued_at THEN 1 END) AS expired
            FROM stock_flow f LEFT JOIN entry e ON e.sale_id = f.sale_id AND e.user_id = f.user_id
            WHERE f.sale_id = #{saleId}
            """)
    Used used(long saleId);
}
