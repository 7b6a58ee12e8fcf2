package io.flashsale.stock.waitinglist;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import io.flashsale.commons.sql.NextRevision;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

/** Stores who waits. Of two shoppers who join at the same time, either may be first. */
@Mapper
interface WaitingListMapper {

    String IN_LINE = " state IN ('WAITING', 'OFFERED') ";

    String ROW = "SELECT place, user_id, state, epoch, offered_until FROM waiting_list WHERE sale_id = #{saleId} ";

    /** The sales whose lists are open. */
    @Select("SELECT id FROM sale WHERE waiting_list")
    List<Long> open();

    /**
     * Whether the list is open, which cannot change until the transaction ends. Many may know that at a time; null if
     * there is no such sale.
     */
    @Select("SELECT waiting_list FROM sale WHERE id = #{saleId} LOCK IN SHARE MODE")
    @Nullable
    Boolean isOpenForNow(long saleId);

    /** A list as its round sees it. */
    record SaleOfList(boolean open, Instant closesAt, boolean calledOff, int purchaseLimit) {}

    /** Reads the sale, and keeps its list from opening, closing, growing and being served by others until the transaction ends. */
    @Select("""
            SELECT waiting_list AS open, closes_at, called_off, purchase_limit FROM sale WHERE id = #{saleId} FOR UPDATE
            """)
    SaleOfList lock(long saleId);

    /** Opens or closes the list, for the gate with a new revision. Returns 0 if it was open or closed already. */
    @Update("UPDATE sale SET waiting_list = #{open}, revision = " + NextRevision.SQL
            + " WHERE id = #{saleId} AND waiting_list <> #{open}")
    int setOpen(long saleId, boolean open);

    @Select(ROW + "AND user_id = #{userId}")
    @Nullable
    WaitingShopper find(long saleId, long userId);

    /** Puts the shopper at the end, unless they have a row. */
    @Insert("INSERT IGNORE INTO waiting_list (sale_id, user_id, joined_at) VALUES (#{saleId}, #{userId}, #{at})")
    void add(long saleId, long userId, Instant at);

    /** Deletes a row that no longer counts. */
    @Delete("DELETE FROM waiting_list WHERE place = #{place} AND NOT" + IN_LINE)
    void forget(long place);

    @Update("UPDATE waiting_list SET state = 'LEFT' WHERE sale_id = #{saleId} AND user_id = #{userId} AND" + IN_LINE)
    void leave(long saleId, long userId);

    /** The places of the first in line, in their sequence. Reads each part of the index only as far as it counts. */
    @Select("""
            (SELECT place FROM waiting_list WHERE sale_id = #{saleId} AND state = 'OFFERED' ORDER BY place LIMIT #{max})
            UNION ALL
            (SELECT place FROM waiting_list WHERE sale_id = #{saleId} AND state = 'WAITING' ORDER BY place LIMIT #{max})
            ORDER BY place LIMIT #{max}
            """)
    List<Long> first(long saleId, int max);

    /** The shoppers who have offers, or are about to, in the sequence of their places. */
    @Select(ROW + "AND state = 'OFFERED' ORDER BY place")
    List<WaitingShopper> offered(long saleId);

    /** The next in line. */
    @Select(ROW + "AND state = 'WAITING' ORDER BY place LIMIT #{max}")
    List<WaitingShopper> next(long saleId, long max);

    /** Sets a unit aside for each of these, at least one, except those who have just left. */
    @Update("<script>UPDATE waiting_list SET state = 'OFFERED', chosen_at = CURRENT_TIMESTAMP(3)"
            + " WHERE state = 'WAITING' AND place " + IN_IDS + "</script>")
    void choose(Collection<Long> ids);

    /** Lets a shopper for whom no unit is left wait on, at the same place. */
    @Update("""
            UPDATE waiting_list SET state = 'WAITING', chosen_at = NULL, epoch = NULL, offered_until = NULL
            WHERE place = #{place} AND state = 'OFFERED'
            """)
    void putBack(long place);

    /** Notes that the gate with this epoch knows the offer; returns 0 if the shopper has just left. */
    @Update("""
            UPDATE waiting_list SET epoch = #{epoch}, offered_until = #{until} WHERE place = #{place} AND state = 'OFFERED'
            """)
    int grant(long place, String epoch, Instant until);

    /** Ends the row of a shopper who is in line; returns 0 if they have just left. */
    @Update("UPDATE waiting_list SET state = #{state} WHERE place = #{place} AND" + IN_LINE)
    int end(long place, WaitingShopper.State state);

    /** Some of those who are in line. */
    @Select(ROW + "AND" + IN_LINE + "LIMIT #{max}")
    List<WaitingShopper> some(long saleId, int max);

    /** Ends the rows of these places, at least one, because the sale has ended. */
    @Update("<script>UPDATE waiting_list SET state = 'ENDED' WHERE" + IN_LINE + "AND place " + IN_IDS + "</script>")
    void endAll(List<Long> ids);

    /**
     * The places with offers whose shoppers got a unit, by the ledger, since one was set aside for them. Looks each shopper
     * up, however many others have bought.
     */
    @Select("""
            SELECT w.place FROM waiting_list w
            STRAIGHT_JOIN stock_flow f FORCE INDEX (ix_stock_flow_user) ON f.sale_id = w.sale_id AND f.user_id = w.user_id
              AND f.type = 'DEDUCT' AND f.created_at >= w.chosen_at
            WHERE w.sale_id = #{saleId} AND w.state = 'OFFERED'
            """)
    Set<Long> boughtSinceChosen(long saleId);
}
