package io.flashsale.auditor.sale;

import io.flashsale.auditor.snapshot.Charge;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Holders;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.StockFlow;
import io.flashsale.auditor.snapshot.StockRow;
import io.flashsale.auditor.snapshot.StockSnapshot;
import java.util.List;
import java.util.stream.Stream;

/**
 * All data of one sale at the time of reading, for the checks.
 *
 * @param gates one for each bucket, in order
 * @param holders of all buckets
 * @param ofSiblings the active orders of the other sales of its family
 */
public record SaleSnapshot(
        StockSnapshot stock,
        OrderRows orders,
        List<Charge> charges,
        List<Gate> gates,
        Holders holders,
        List<OrderRow> ofSiblings) {

    /** A sale without variants. */
    public SaleSnapshot(
            StockSnapshot stock, OrderRows orders, List<Charge> charges, List<Gate> gates, Holders holders) {
        this(stock, orders, charges, gates, holders, List.of());
    }

    /** The orders of the sale, and the active ones of its siblings. */
    List<OrderRow> ordersOfFamily() {
        return ofSiblings.isEmpty()
                ? orders.all()
                : Stream.concat(orders.all().stream(), ofSiblings.stream()).toList();
    }

    /** All gates combined into one. */
    Gate gate() {
        return Gate.ofAll(gates);
    }

    /** The number of sold units: the maximum over all sources. */
    long held() {
        long byFlows = stock.count(StockFlow.Type.DEDUCT) - stock.count(StockFlow.Type.RELEASE);
        return Math.max(orders.active(), byFlows);
    }

    /** Units sold beyond what was ever on offer; 0 if there is no error. */
    long oversold() {
        return Math.max(0, held() - stock.total());
    }

    /** Whether Redis can be compared. A sale that closed long ago may have no gate left. */
    boolean hasGate() {
        return gate().state() == Gate.State.WARM;
    }

    SaleFigures figures() {
        return new SaleFigures(
                stock.sale().offer().title(),
                stock.sum(StockRow::initial),
                stock.sum(StockRow::added),
                stock.sum(StockRow::available),
                stock.sum(StockRow::deducted),
                stock.sum(StockRow::released),
                hasGate() ? gate().remaining() : null,
                hasGate() ? gate().holders() : null,
                orders.active(),
                oversold(),
                orders.byStatus());
    }
}
