package io.flashsale.stock.reservation;

import io.flashsale.admission.StockGates;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.Reservation;
import io.flashsale.contracts.reservation.ReservationLookup;
import java.util.Optional;
import org.redisson.client.RedisException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells order-service of reservations that are not orders yet. Never says "none" while Redis may have forgotten one.
 */
@RestController
class ReservationLookupController implements ReservationLookup {

    private final StockGates gates;

    ReservationLookupController(StockGates gates) {
        this.gates = gates;
    }

    @Override
    public Reservation find(@PathVariable long orderId, @RequestParam long userId) {
        try {
            Optional<StockGates.Holder> holder = gates.holderOf(orderId);
            if (holder.isPresent() && holder.get().userId() == userId) {
                return new Reservation(orderId, holder.get().campaignId(), userId);
            }
            if (holder.isEmpty() && gates.mayHaveForgotten(orderId)) {
                throw new ProblemException(ProblemType.SALE_WARMING_UP, "Redis is being rebuilt.");
            }
        } catch (RedisException unreachable) {
            throw new ProblemException(ProblemType.SALE_WARMING_UP, "Redis does not answer.");
        }
        throw new ProblemException(ProblemType.RESERVATION_NOT_FOUND, "No reservation has this order id.");
    }
}
