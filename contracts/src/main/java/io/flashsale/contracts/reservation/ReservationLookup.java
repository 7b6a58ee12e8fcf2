package io.flashsale.contracts.reservation;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;

/** Internal interface of stock-service: was this order accepted, although it is not placed yet? */
@HttpExchange("/internal/reservations")
public interface ReservationLookup {

    /**
     * Answers the reservation. 404 {@code reservation-not-found} when this user has none, whether or not somebody else has, and
     * after the same steps; 503 {@code sale-warming-up} while Redis is being rebuilt and nobody can tell.
     */
    @GetExchange("/{orderId}")
    Reservation find(@PathVariable long orderId, @RequestParam long userId);
}
