package io.flashsale.stock.ledger;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.contracts.stock.StockFlows;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

@Mapper
interface LedgerMapper {

    @Select("SELECT available, version FROM stock WHERE sale_id = #{saleId} AND bucket = #{bucket}")
    @Nullable
    StockRow stock(long saleId, int bucket);

    /** The flows of these orders. */
    default List<Flow> flows(Collection<Long> orderIds) {
        return flowsIn(new TreeSet<>(orderIds).toString());
    }

    /**
     * The same for a JSON array of different ids. Each deduction of a batch looks so: as a parameter for each id, the ids
     * would cost several times as much as the look.
     */
    @Select("""
            SELECT f.order_id, f.sale_id, f.user_id, f.type
            FROM JSON_TABLE(#{ids}, '$[*]' COLUMNS (id BIGINT PATH '$')) j STRAIGHT_JOIN stock_flow f ON f.order_id = j.id
            """)
    List<Flow> flowsIn(String ids);

    /** The flows of one order in the sequence in which they were written, for people who look into it. */
    @Select("""
            SELECT order_id, type, sale_id, user_id, created_at FROM stock_flow WHERE order_id = #{orderId}
            ORDER BY created_at, type
            """)
    List<StockFlows.Line> history(long orderId);

    /** Fails with a duplicate key, and so undoes the transaction, when one of the flows is already there. */
    default void insert(List<Flow> flows) {
        MapperBatch.execute(this, flows, LedgerMapper::insertOne);
    }

    @Insert("""
            INSERT INTO stock_flow (order_id, type, sale_id, user_id)
            VALUES (#{orderId}, #{type}, #{saleId}, #{userId})
            """)
    void insertOne(Flow flow);

    /** A unit that is out, and which of those that its shopper may have in the family it is. */
    record FamilyUnit(long familyId, long userId, int slot, long orderId) {}

    /** The units of the family that these users, at least one, have. */
    @Select(
            "<script>SELECT family_id, user_id, slot, order_id FROM family_unit WHERE family_id = #{familyId} AND user_id "
                    + IN_IDS + "</script>")
    List<FamilyUnit> familyUnits(long familyId, Collection<Long> ids);

    /** Fails with a duplicate key, and so undoes the transaction, when a user has a unit in one of the slots already. */
    default void takeSlots(List<FamilyUnit> units) {
        MapperBatch.execute(this, units, LedgerMapper::takeSlot);
    }

    @Insert(
            "INSERT INTO family_unit (family_id, user_id, slot, order_id) VALUES (#{familyId}, #{userId}, #{slot}, #{orderId})")
    void takeSlot(FamilyUnit unit);

    /** Frees the slots of these orders, at least one; those that have none are left out. */
    @Delete("<script>DELETE FROM family_unit WHERE order_id " + IN_IDS + "</script>")
    void freeSlots(Collection<Long> ids);

    /** Counts a let-go unit for each of these users. */
    default void countUnpaid(List<Flow> releases) {
        MapperBatch.execute(this, releases, LedgerMapper::countOneUnpaid);
    }

    @Insert("""
            INSERT INTO unpaid_order (sale_id, user_id, times, last_at) VALUES (#{saleId}, #{userId}, 1, UTC_TIMESTAMP(3))
            ON DUPLICATE KEY UPDATE times = times + 1, last_at = UTC_TIMESTAMP(3)
            """)
    void countOneUnpaid(Flow release);

    /** Notes that the tickets of these users, at least one, came back: they expire anew only once handed out again. */
    @Update("<script>UPDATE entry SET ticket_expires_at = ticket_issued_at"
            + " WHERE sale_id = #{saleId} AND ticket_issued_at IS NOT NULL AND user_id " + IN_IDS + "</script>")
    void giveTicketsBack(long saleId, Collection<Long> ids);

    /** Returns 1 if the units were there and nobody changed the stock since {@code version} was read, else 0. */
    @Update("""
            UPDATE stock SET available = available - #{units}, deducted = deducted + #{units}, version = version + 1
            WHERE sale_id = #{saleId} AND bucket = #{bucket} AND version = #{version} AND available >= #{units}
            """)
    int deduct(long saleId, int bucket, int units, long version);

    /** Returns 1 if nobody changed the stock since {@code version} was read, else 0. */
    @Update("""
            UPDATE stock SET available = available + #{units}, released = released + #{units}, version = version + 1
            WHERE sale_id = #{saleId} AND bucket = #{bucket} AND version = #{version}
            """)
    int release(long saleId, int bucket, long units, long version);

    /** The next units after an order that are out: deducted and not released. One row each, by order id. */
    @Select("""
            SELECT d.order_id, d.sale_id, d.user_id, d.type FROM stock_flow d
            LEFT JOIN stock_flow r ON r.order_id = d.order_id AND r.type = 'RELEASE'
            WHERE d.sale_id = #{saleId} AND d.type = 'DEDUCT' AND d.order_id > #{orderId} AND r.order_id IS NULL
            ORDER BY d.order_id LIMIT #{max}
            """)
    List<Flow> outstanding(long saleId, long orderId, int max);

    /** How many units of the bucket are out. */
    @Select("SELECT deducted - released FROM stock WHERE sale_id = #{saleId} AND bucket = #{bucket}")
    long outstandingUnits(long saleId, int bucket);

    /** Locks these two buckets until the transaction ends. */
    @Select("""
            SELECT bucket FROM stock WHERE sale_id = #{saleId} AND bucket IN (#{one}, #{other}) ORDER BY bucket FOR UPDATE
            """)
    List<Integer> lock(long saleId, int one, int other);

    /** Adds units to a bucket, or takes them if the number is negative; 0 if the bucket has too few. */
    @Update("""
            UPDATE stock SET available = available + #{units}, moved = moved + #{units}, version = version + 1
            WHERE sale_id = #{saleId} AND bucket = #{bucket} AND available + #{units} >= 0
            """)
    int move(long saleId, int bucket, long units);

    /** Fails with a duplicate key, and so undoes the transaction, if the move was made before. */
    @Insert("""
            INSERT INTO stock_move (id, sale_id, from_bucket, to_bucket, units)
            VALUES (#{move}, #{saleId}, #{from}, #{to}, #{units})
            """)
    void insertMove(String move, long saleId, int from, int to, long units);

    /**
     * How many of the recently open sales have more units out than were ever on offer. Counts flows, which no CHECK
     * of {@code stock} looks at.
     */
    @Select("""
            SELECT COUNT(*) FROM sale s WHERE s.closes_at > UTC_TIMESTAMP(3) - INTERVAL #{hours} HOUR
            AND (SELECT COUNT(*) FROM stock_flow d WHERE d.sale_id = s.id AND d.type = 'DEDUCT')
              - (SELECT COUNT(*) FROM stock_flow r WHERE r.sale_id = s.id AND r.type = 'RELEASE')
              > (SELECT SUM(k.initial + k.added) FROM stock k WHERE k.sale_id = s.id)
            """)
    long oversold(int hours);
}
