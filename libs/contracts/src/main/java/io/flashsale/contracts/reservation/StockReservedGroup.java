package io.flashsale.contracts.reservation;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fact: Redis set units of one sale aside for several shoppers at the same moment. Each shopper was or will be
 * answered 202. It is one message of {@link StockReserved#TOPIC}, and means one {@link StockReserved} for each
 * shopper.
 *
 * @param terms the promise to the shoppers; fixed at the moment of reservation
 * @param reservedAt by the clock of the Redis server
 * @param orders in the order in which the units were set aside; never empty
 * @param bucket the bucket of all units; null for the first one, which is the only one of most sales
 */
public record StockReservedGroup(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
        SaleTerms terms,
        Instant reservedAt,
        List<Line> orders,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer bucket) {

    /** The highest id of a sale: the id of a gate has the bucket in the bits above it. */
    public static final long MAX_SALE_ID = (1L << 48) - 1;

    /** The highest number of a bucket. */
    public static final int MAX_BUCKET = 15;

    /**
     * One shopper's reservation.
     *
     * @param orderId identity of the future order, unique over all sales
     * @param correlationId of the request that made the reservation, for the logs
     * @param entryNumber of the purchase ticket; null where the sale asks for none
     */
    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
            @Nullable String correlationId,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long entryNumber) {}

    /** The reservations as individual facts. */
    public List<StockReserved> reservations() {
        return orders.stream().map(this::reservation).toList();
    }

    private StockReserved reservation(Line order) {
        return new StockReserved(
                order.orderId(), saleId, order.userId(), terms, reservedAt, order.correlationId(), order.entryNumber());
    }
}
