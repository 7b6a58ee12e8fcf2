package io.flashsale.stock.ledger;

import io.flashsale.commons.sql.MapperBatch;
import java.util.Collection;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

@Mapper
interface LedgerMapper {

    @Select("SELECT available, version FROM stock WHERE sale_id = #{saleId} AND bucket = #{bucket}")
    @Nullable
    StockRow stock(@Param("saleId") long saleId, @Param("bucket") int bucket);

    @Select("""
            <script>
            SELECT order_id, sale_id, user_id, type FROM stock_flow WHERE order_id IN
            <foreach collection="orderIds" item="id" open="(" separator="," close=")">#{id}</foreach>
            </script>
            """)
    List<Flow> flows(@Param("orderIds") Collection<Long> orderIds);

    /** Fails with a duplicate key, and so undoes the transaction, when one of the flows is already there. */
    default void insert(List<Flow> flows) {
        MapperBatch.execute(this, flows, LedgerMapper::insertOne);
    }

    @Insert("""
            INSERT INTO stock_flow (order_id, type, sale_id, user_id)
            VALUES (#{orderId}, #{type}, #{saleId}, #{userId})
            """)
    void insertOne(Flow flow);

    /** Counts a let-go unit for each of these users. */
    default void countUnpaid(List<Flow> releases) {
        MapperBatch.execute(this, releases, LedgerMapper::countOneUnpaid);
    }

    @Insert("""
            INSERT INTO unpaid_order (sale_id, user_id, times, last_at) VALUES (#{saleId}, #{userId}, 1, UTC_TIMESTAMP(3))
            ON DUPLICATE KEY UPDATE times = times + 1, last_at = UTC_TIMESTAMP(3)
            """)
    void countOneUnpaid(Flow release);

    /** Returns 1 if the units were there and nobody changed the stock since {@code version} was read, else 0. */
    @Update("""
            UPDATE stock SET available = available - #{units}, deducted = deducted + #{units}, version = version + 1
            WHERE sale_id = #{saleId} AND bucket = #{bucket} AND version = #{version} AND available >= #{units}
            """)
    int deduct(
            @Param("saleId") long saleId,
            @Param("bucket") int bucket,
            @Param("units") int units,
            @Param("version") long version);

    /** Returns 1 if nobody changed the stock since {@code version} was read, else 0. */
    @Update("""
            UPDATE stock SET available = available + #{units}, released = released + #{units}, version = version + 1
            WHERE sale_id = #{saleId} AND bucket = #{bucket} AND version = #{version}
            """)
    int release(
            @Param("saleId") long saleId,
            @Param("bucket") int bucket,
            @Param("units") long units,
            @Param("version") long version);

    /** The next units after an order that are out: deducted and not released. One row each, by order id. */
    @Select("""
            SELECT d.order_id, d.sale_id, d.user_id, d.type FROM stock_flow d
            LEFT JOIN stock_flow r ON r.order_id = d.order_id AND r.type = 'RELEASE'
            WHERE d.sale_id = #{saleId} AND d.type = 'DEDUCT' AND d.order_id > #{orderId} AND r.order_id IS NULL
            ORDER BY d.order_id LIMIT #{max}
            """)
    List<Flow> outstanding(@Param("saleId") long saleId, @Param("orderId") long orderId, @Param("max") int max);

    /** How many units of the bucket are out. */
    @Select("SELECT deducted - released FROM stock WHERE sale_id = #{saleId} AND bucket = #{bucket}")
    long outstandingUnits(@Param("saleId") long saleId, @Param("bucket") int bucket);

    /** Locks these two buckets until the transaction ends. */
    @Select("""
            SELECT bucket FROM stock WHERE sale_id = #{saleId} AND bucket IN (#{one}, #{other}) ORDER BY bucket FOR UPDATE
            """)
    List<Integer> lock(@Param("saleId") long saleId, @Param("one") int one, @Param("other") int other);

    /** Adds units to a bucket, or takes them if the number is negative; 0 if the bucket has too few. */
    @Update("""
            UPDATE stock SET available = available + #{units}, moved = moved + #{units}, version = version + 1
            WHERE sale_id = #{saleId} AND bucket = #{bucket} AND available + #{units} >= 0
            """)
    int move(@Param("saleId") long saleId, @Param("bucket") int bucket, @Param("units") long units);

    /** Fails with a duplicate key, and so undoes the transaction, if the move was made before. */
    @Insert("""
            INSERT INTO stock_move (id, sale_id, from_bucket, to_bucket, units)
            VALUES (#{move}, #{saleId}, #{from}, #{to}, #{units})
            """)
    void insertMove(
            @Param("move") String move,
            @Param("saleId") long saleId,
            @Param("from") int from,
            @Param("to") int to,
            @Param("units") long units);

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
    long oversold(@Param("hours") int hours);
}
