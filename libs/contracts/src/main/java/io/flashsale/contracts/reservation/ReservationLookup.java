package io.flashsale.contracts.reservation;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;

/** Internal interface of stock-service: finds orders that were accepted but not yet placed. */
@HttpExchange("/internal/reservations")
public interface ReservationLookup {

    /**
     * Returns the reservation.
     * <ul>
     *   <li>404 {@code reservation-not-found} if this user has none. A reservation of another user changes neither
     *       the answer nor the steps to it;
     *   <li>503 {@code sale-warming-up} while Redis is being rebuilt and the answer is unknown.
     * </ul>
     */
    @GetExchange("/{orderId}")
    Reservation find(@PathVariable long orderId, @RequestParam long userId);
}
