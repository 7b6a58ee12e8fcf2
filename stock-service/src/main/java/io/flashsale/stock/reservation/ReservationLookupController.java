package io.flashsale.stock.reservation;

import io.flashsale.admission.StockGates;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.Reservation;
import io.flashsale.contracts.reservation.ReservationLookup;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import java.util.Optional;
import org.redisson.client.RedisException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Tells order-service of reservations that are not orders yet. Never says "none" while Redis may have forgotten. */
@RestController
class ReservationLookupController implements ReservationLookup {

    private final StockGates gates;
    private final SaleCatalogue catalogue;

    ReservationLookupController(StockGates gates, SaleCatalogue catalogue) {
        this.gates = gates;
        this.catalogue = catalogue;
    }

    @Override
    public Reservation find(@PathVariable long orderId) {
        try {
            Optional<StockGates.Holder> holder = gates.holderOf(orderId);
            if (holder.isPresent()) {
                return new Reservation(
                        orderId, holder.get().campaignId(), holder.get().userId());
            }
            if (mayHaveBeenForgotten(orderId)) {
                throw new ProblemException(ProblemType.SALE_WARMING_UP, "Redis is being rebuilt.");
            }
        } catch (RedisException unreachable) {
            throw new ProblemException(ProblemType.SALE_WARMING_UP, "Redis does not answer.");
        }
        throw new ProblemException(ProblemType.RESERVATION_NOT_FOUND, "No reservation has this order id.");
    }

    /** After the rebuild every earlier reservation is an order, so only until then the absence says nothing. */
    private boolean mayHaveBeenForgotten(long orderId) {
        return StockGates.possibleIssuers(orderId, catalogue.recent().stream().mapToLong(SaleWithStock::id))
                .mapToObj(gates::state)
                .anyMatch(state -> state.isEmpty()
                        || state.get().rebuilding()
                        || !state.get().sameRun());
    }
}
