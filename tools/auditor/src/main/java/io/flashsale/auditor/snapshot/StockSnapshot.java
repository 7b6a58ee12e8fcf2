package io.flashsale.auditor.snapshot;

import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * A sale in stock-service's database at one moment.
 *
 * @param entries the rows of {@code entry} by their number; empty unless the sale asks for purchase tickets
 */
public record StockSnapshot(SaleHead sale, List<StockRow> rows, List<StockFlow> flows, Map<Long, EntryRow> entries) {

    /** The time of an entry without a ticket. */
    public static final long NO_TICKET = 0;

    /** @param ticketIssuedAt in ms since 1970, or {@link #NO_TICKET} */
    public record EntryRow(long user, long ticketIssuedAt) {}

    public StockSnapshot {
        rows = List.copyOf(rows);
        flows = List.copyOf(flows);
    }

    public long count(StockFlow.Type type) {
        return flows.stream().filter(flow -> flow.type() == type).count();
    }

    /** The sum of a column of {@code stock} over the sale's rows. */
    public long sum(ToLongFunction<StockRow> column) {
        return rows.stream().mapToLong(column).sum();
    }

    /** Units put on offer, less those taken away unsold. */
    public long total() {
        return sum(StockRow::initial) + sum(StockRow::added);
    }
}
