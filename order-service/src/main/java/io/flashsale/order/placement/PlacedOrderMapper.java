package io.flashsale.order.placement;

import static io.flashsale.commons.sql.InIds.IN_IDS;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.commons.tracing.TraceParent;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.ordering.EndReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** Reads the orders that placement needs to know, and inserts new ones. */
@Mapper
interface PlacedOrderMapper {

    String INSERT = """
            INSERT INTO orders (id, sale_id, user_id, title, image_url, price_cents, reserved_at,
                                traceparent, entry_number, slot, status, reason, created_at, pay_deadline, closed_at)
            VALUES (#{id}, #{saleId}, #{userId}, #{title}, #{imageUrl}, #{priceCents}, #{reservedAt}, #{traceparent},
            """;

    /**
     * An order to insert. One flat parameter, because MyBatis then finds types and getters once, and not for each row.
     *
     * @param windowMicros how long it may be paid; ignored if it is rejected
     * @param reason why it is rejected; null if it is placed
     */
    record Row(
            long id,
            long saleId,
            long userId,
            String title,
            String imageUrl,
            long priceCents,
            Instant reservedAt,
            @Nullable String traceparent,
            @Nullable Long entryNumber,
            int slot,
            long windowMicros,
            @Nullable EndReason reason) {

        static Row of(StockReserved order, int slot, long windowMicros, @Nullable EndReason reason) {
            return new Row(
                    order.orderId(),
                    order.saleId(),
                    order.userId(),
                    order.terms().title(),
                    order.terms().imageUrl(),
                    order.terms().priceCents(),
                    order.reservedAt(),
                    TraceParent.orNull(order.correlationId()),
                    order.entryNumber(),
                    slot,
                    windowMicros,
                    reason);
        }
    }

    /** An order with its sale and its shopper. */
    record Owned(long id, long saleId, long userId) {

        boolean isFor(StockReserved reservation) {
            return saleId == reservation.saleId() && userId == reservation.userId();
        }
    }

    record Rejected(long id, EndReason reason) {}

    /** A slot that an active order of the shopper has. */
    record Taken(long userId, int slot) {}

    /**
     * Returns the order ids of those reservations that have a row, whatever its status.
     *
     * @throws OrderIdTakenException if a row belongs to another shopper or sale
     */
    default Set<Long> known(Collection<StockReserved> reservations) {
        Map<Long, Owned> known = owned(ids(reservations)).stream().collect(toMap(Owned::id, owned -> owned));
        for (StockReserved reservation : reservations) {
            Owned owned = known.get(reservation.orderId());
            if (owned != null && !owned.isFor(reservation)) {
                throw new OrderIdTakenException(reservation);
            }
        }
        return known.keySet();
    }

    @Select("<script>SELECT id, sale_id, user_id FROM orders WHERE id " + IN_IDS + "</script>")
    List<Owned> owned(List<Long> ids);

    /** Returns the slots of the shoppers' active orders in the sale; shoppers without such an order are left out. */
    default Map<Long, Set<Integer>> takenSlots(long saleId, Collection<StockReserved> reservations) {
        return taken(saleId, reservations.stream().map(StockReserved::userId).toList()).stream()
                .collect(groupingBy(Taken::userId, mapping(Taken::slot, toSet())));
    }

    @Select("<script>SELECT active_user AS user_id, slot FROM orders WHERE sale_id = #{saleId} AND active_user "
            + IN_IDS + "</script>")
    List<Taken> taken(long saleId, List<Long> ids);

    /** Returns those of these ticket numbers that an order of the sale has. Pass at least one. */
    @Select("<script>SELECT entry_number FROM orders WHERE sale_id = #{saleId} AND entry_number " + IN_IDS
            + "</script>")
    Set<Long> usedTickets(long saleId, List<Long> ids);

    /** Maps the rejected orders among these to their reasons. */
    default Map<Long, EndReason> rejected(Collection<StockReserved> reservations) {
        return reservations.isEmpty()
                ? Map.of()
                : rejections(ids(reservations)).stream().collect(toMap(Rejected::id, Rejected::reason));
    }

    @Select("<script>SELECT id, reason FROM orders WHERE status = 'REJECTED' AND id " + IN_IDS + "</script>")
    List<Rejected> rejections(List<Long> ids);

    private static List<Long> ids(Collection<StockReserved> reservations) {
        return reservations.stream().map(StockReserved::orderId).toList();
    }

    /** Inserts orders that await payment until the window, which begins now, has passed by the database's clock. */
    default void insertPlaced(List<Decision.Place> placed, Duration paymentWindow) {
        long micros = paymentWindow.toNanos() / 1_000;
        MapperBatch.execute(
                this,
                placed,
                (orders, place) -> orders.insertPlaced(Row.of(place.reservation(), place.slot(), micros, null)));
    }

    @Insert(INSERT + """
            #{entryNumber}, #{slot}, 'AWAITING_PAYMENT', NULL, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL #{windowMicros} MICROSECOND, NULL)
            """)
    void insertPlaced(Row order);

    default void insertRejected(List<Decision.Reject> rejections) {
        MapperBatch.execute(
                this,
                rejections,
                (orders, reject) -> orders.insertRejected(Row.of(reject.reservation(), 1, 0, reject.reason())));
    }

    /** Stores no ticket number: the rejected order may have come with another order's ticket. */
    @Insert(INSERT + "NULL, #{slot}, 'REJECTED', #{reason}, UTC_TIMESTAMP(3), NULL, UTC_TIMESTAMP(3))")
    void insertRejected(Row order);
}
