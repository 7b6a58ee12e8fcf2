package io.flashsale.stock.reconciliation;

import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.OutboxRelay;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.kafka.ConsumerProgress.Mark;
import io.flashsale.commons.kafka.ConsumerProgress.UnknownProgressException;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import io.flashsale.stock.ledger.LedgerService;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Compares Redis with MySQL without stopping a sale.
 *
 * <p>Reads the gates, then waits until what was under way at that moment has arrived (outbox empty, Kafka's consumers
 * past the end), then reads MySQL, then each gate again: if a gate is unchanged, all readings belong to one moment, and
 * any difference is real.
 */
@Component
class Comparer {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final StockGates gates;
    private final OutboxRelay relay;
    private final ConsumerProgress queue;
    private final SaleCatalogue catalogue;
    private final LedgerService ledger;
    private final TransactionTemplate transaction;

    Comparer(
            StockGates gates,
            OutboxRelay relay,
            ConsumerProgress queue,
            SaleCatalogue catalogue,
            LedgerService ledger,
            TransactionTemplate transaction) {
        this.gates = gates;
        this.relay = relay;
        this.queue = queue;
        this.catalogue = catalogue;
        this.ledger = ledger;
        this.transaction = transaction;
    }

    /** One comparison for each of the sales. */
    Map<Long, Comparison> compare(Collection<Long> saleIds) throws UnknownProgressException, InterruptedException {
        Map<Long, Optional<StockGateState>> before = gates.states(saleIds);
        Set<Long> waitingInOutbox =
                before.keySet().stream().filter(sale -> !relay.isClear(sale)).collect(toSet());
        boolean arrived = awaitArrival();
        Map<Long, Comparison> comparisons = new LinkedHashMap<>();
        before.forEach((sale, gate) -> {
            boolean settled = arrived && !waitingInOutbox.contains(sale);
            comparisons.put(sale, compare(sale, gate, settled));
        });
        return comparisons;
    }

    private Comparison compare(long saleId, Optional<StockGateState> before, boolean settled) {
        if (before.isEmpty() || before.get().rebuilding()) {
            return new Comparison.Cold();
        }
        if (!settled) {
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

    private boolean awaitArrival() throws UnknownProgressException, InterruptedException {
        Mark reserved = queue.mark(StockReserved.TOPIC);
        Mark released = queue.mark(OrderReleased.TOPIC);
        Instant end = Instant.now().plus(TIMEOUT);
        while (!queue.hasPassed(StockReserved.PLACEMENT_GROUP, reserved)
                || !queue.hasPassed(OrderReleased.RELEASE_GROUP, released)) {
            if (Instant.now().isAfter(end)) {
                return false;
            }
            Thread.sleep(PAUSE);
        }
        return true;
    }

    private record InMySql(SaleWithStock sale, long outstanding) {}

    private InMySql read(long saleId) {
        return transaction.execute(
                status -> new InMySql(catalogue.findAndLock(saleId).orElseThrow(), ledger.outstandingUnits(saleId)));
    }
}
