package io.flashsale.order.stock;

import io.flashsale.commons.client.ServiceProblems;
import io.flashsale.commons.problem.OutageLog;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.Reservation;
import io.flashsale.contracts.reservation.ReservationLookup;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/** Asks stock-service whether an order of a shopper was accepted. */
@Component
public class Reservations {

    private final OutageLog outage = new OutageLog(
            LoggerFactory.getLogger(Reservations.class), "stock-service does not say whether there is a reservation");

    private final ReservationLookup lookup;

    Reservations(ReservationLookup lookup) {
        this.lookup = lookup;
    }

    public sealed interface Answer {
        record Made(Reservation reservation) implements Answer {}

        record None() implements Answer {}

        /** stock-service cannot tell or cannot be reached. */
        record Unknown() implements Answer {}
    }

    /** Looks the reservation up. Never throws: a failure is {@link Answer.Unknown}. */
    public Answer find(long shopper, long orderId) {
        try {
            return new Answer.Made(lookup.find(orderId, shopper));
        } catch (RestClientResponseException refused) {
            if (ServiceProblems.is(ProblemType.RESERVATION_NOT_FOUND, refused)) {
                return new Answer.None();
            }
            outage.warn(refused.getStatusCode());
            return new Answer.Unknown();
        } catch (RestClientException unreachable) {
            outage.warn(String.valueOf(unreachable.getMessage()));
            return new Answer.Unknown();
        }
    }
}
