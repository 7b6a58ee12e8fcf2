package io.flashsale.contracts.reservation;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;

/** Internal interface of stock-service: was this order accepted, although it is not placed yet? */
@HttpExchange("/internal/reservations")
public interface ReservationLookup {

    /**
     * Answers whom the reservation was made for. 404 {@code reservation-not-found} when there is none; 503 {@code
     * sale-warming-up} while Redis is being rebuilt and nobody can tell.
     */
    @GetExchange("/{orderId}")
    Reservation find(@PathVariable long orderId);
}
