package io.flashsale.stock.reconciliation;

import io.flashsale.admission.AdmissionGates;
import io.flashsale.admission.GateState;
import io.flashsale.admission.OutboxRelay;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleOnOffer;
import io.flashsale.stock.ledger.Ledger;
import io.flashsale.stock.warmup.PlacementQueue;
import io.flashsale.stock.warmup.PlacementQueue.UnknownProgressException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Compares Redis with MySQL without stopping the sale.
 *
 * <p>Reads the gate, then makes sure that nothing was under way at that moment (outbox empty, Kafka's consumers past the
 * end), then reads MySQL, then the gate again: if it is unchanged, both readings belong to the same moment, and any
 * difference is real.
 */
@Component
class Comparer {

    private final AdmissionGates gates;
    private final OutboxRelay relay;
    private final PlacementQueue queue;
    private final SaleCatalogue catalogue;
    private final Ledger ledger;
    private final TransactionTemplate transaction;

    Comparer(
            AdmissionGates gates,
            OutboxRelay relay,
            PlacementQueue queue,
            SaleCatalogue catalogue,
            Ledger ledger,
            TransactionTemplate transaction) {
        this.gates = gates;
        this.relay = relay;
        this.queue = queue;
        this.catalogue = catalogue;
        this.ledger = ledger;
        this.transaction = transaction;
    }

    Comparison compare(long saleId) throws UnknownProgressException {
        Optional<GateState> before = gates.state(saleId);
        if (before.isEmpty() || before.get().fenced()) {
            return new Comparison.Cold();
        }
        if (somethingIsUnderWay(saleId)) {
            return new Comparison.Busy();
        }
        InMySql mysql = read(saleId);
        if (!gates.state(saleId).equals(before)
                || before.get().total() != mysql.sale().totalStock()) {
            return new Comparison.Busy();
        }
        long units = before.get().remaining() - mysql.sale().available();
        long holders = before.get().holders() - mysql.outstanding();
        return units == 0 && holders == 0 ? new Comparison.Agreed() : new Comparison.Drifted(units, holders);
    }

    private boolean somethingIsUnderWay(long saleId) throws UnknownProgressException {
        return relay.holdsOlderThan(Duration.ZERO, saleId)
                || !queue.hasPassed(StockReserved.PLACEMENT_GROUP, queue.mark(StockReserved.TOPIC))
                || !queue.hasPassed(OrderReleased.RELEASE_GROUP, queue.mark(OrderReleased.TOPIC));
    }

    private record InMySql(SaleOnOffer sale, long outstanding) {}

    private InMySql read(long saleId) {
        return transaction.execute(
                status -> new InMySql(catalogue.findAndLock(saleId).orElseThrow(), ledger.outstandingUnits(saleId)));
    }
}
