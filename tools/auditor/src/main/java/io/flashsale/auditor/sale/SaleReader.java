package io.flashsale.auditor.sale;

import io.flashsale.auditor.snapshot.Charge;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Holders;
import io.flashsale.auditor.snapshot.InFlight;
import io.flashsale.auditor.snapshot.SaleHead;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.auditor.source.GateReader;
import io.flashsale.auditor.source.OrderReader;
import io.flashsale.auditor.source.OrderReader.OrderSnapshot;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.auditor.source.StockReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads all data of a sale.
 *
 * <p>Two databases and Redis cannot be read at one moment. Each is read consistently by itself. A reading is
 * settled only if nothing was in flight before and after, and neither gate nor stock has changed in between:
 *
 * <ul>
 *   <li>A shopper who was admitted before the first reading of the gate is in flight at the first reading of
 *       the queues, or done.
 *   <li>An admission or a return of a unit after that has changed the gate by its last reading.
 *   <li>An order that ended later is in flight at the last reading of the queues, or has changed the stock
 *       since its reading.
 * </ul>
 */
record SaleReader(StockReader stockReader, OrderReader orderReader, GateReader gates, QueueReader queues) {

    /**
     * A single reading of a sale.
     *
     * @param waitingFor why the data is not of one moment with nothing in flight; empty if it is
     */
    record SaleReading(SaleSnapshot snapshot, InFlight inFlight, List<String> waitingFor) {

        boolean settled() {
            return waitingFor.isEmpty();
        }
    }

    /** What is in flight for the sale; cheap. Empty if there is no such sale. */
    Optional<InFlight> progress(long saleId) {
        return stockReader
                .levels(saleId)
                .map(sale -> queues.of(saleId, sale.sale().buckets()));
    }

    /** Empty if there is no such sale. */
    Optional<SaleReading> read(long saleId) {
        Optional<StockSnapshot> levels = stockReader.levels(saleId);
        if (levels.isEmpty()) {
            return Optional.empty();
        }
        int buckets = levels.get().sale().buckets();
        List<Gate> gate = gates.gates(saleId, buckets);
        InFlight before = queues.of(saleId, buckets);
        Holders holders = gates.holders(saleId, buckets);
        StockSnapshot stock = stockReader.read(saleId).orElseThrow();
        OrderSnapshot orders = orderReader.read(saleId, stock.sale().siblings());
        InFlight after = queues.of(saleId, buckets);
        List<Gate> gateAfter = gates.gates(saleId, buckets);
        StockSnapshot stockAfter = stockReader.levels(saleId).orElseThrow();

        boolean moved = !gateAfter.equals(gate)
                || !stockAfter.rows().equals(stock.rows())
                || !stockAfter.sale().equals(stock.sale());
        InFlight inFlight = after.none() ? before : after;
        SaleSnapshot snapshot =
                new SaleSnapshot(stock, orders.orders(), orders.charges(), gate, holders, orders.ofSiblings());
        return Optional.of(new SaleReading(snapshot, inFlight, reasonsToWait(inFlight, snapshot, moved)));
    }

    private static List<String> reasonsToWait(InFlight inFlight, SaleSnapshot snapshot, boolean moved) {
        List<String> reasons = new ArrayList<>(inFlight.describe());
        SaleHead sale = snapshot.stock().sale();
        long underWay = snapshot.charges().stream().filter(Charge::isUnderWay).count();
        if (underWay > 0) {
            reasons.add(underWay + " charges that the shop has not recorded yet");
        }
        snapshot.gate().reasonToWait("sale", sale.revision(), sale.retired()).ifPresent(reasons::add);
        if (reasons.isEmpty() && moved) {
            reasons.add("the sale moved while it was read");
        }
        return reasons;
    }
}
