package io.flashsale.contracts.reservation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Fact: Redis has set one unit of a sale aside for a shopper, who was or will be answered 202.
 *
 * <p>Sent at least once on {@link #TOPIC}, keyed by sale, in a {@link StockReservedGroup} with others. A consumer
 * must expect repetitions and recognize them by {@link #orderId}. The message says nothing about MySQL: placement
 * decides whether the unit is really sold.
 *
 * @param orderId identity of the future order, unique over all sales
 * @param terms the promise to the shopper; fixed at the moment of reservation
 * @param reservedAt by the clock of the Redis server
 * @param correlationId of the request that made the reservation, for the logs
 * @param entryNumber of its purchase ticket; null where the sale asks for none
 */
public record StockReserved(
        long orderId,
        long saleId,
        long userId,
        SaleTerms terms,
        Instant reservedAt,
        @Nullable String correlationId,
        @Nullable Long entryNumber) {

    public static final String TOPIC = "reservations";

    /** The topic of messages that can never be placed, with the reason in the headers. */
    public static final String DEAD_LETTER_TOPIC = "reservations.dead-letter";

    /** The consumer group whose committed offsets show stock-service what has been placed. */
    public static final String PLACEMENT_GROUP = "order-placement";
}
