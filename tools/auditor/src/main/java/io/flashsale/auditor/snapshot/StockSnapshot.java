package io.flashsale.auditor.snapshot;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * A sale in stock-service's database at one moment.
 *
 * @param entries the rows of {@code entry} by their number; empty unless the sale asks for purchase tickets
 * @param slots the orders that have a slot in the family of the sale, without those of its siblings: orders of the sale,
 *     and any that are of no sale of the family; empty unless the sale is a variant
 */
public record StockSnapshot(
        SaleHead sale, List<StockRow> rows, List<StockFlow> flows, Map<Long, EntryRow> entries, Set<Long> slots) {

    /** The time of an entry without a ticket. */
    public static final long NO_TICKET = 0;

    /** @param ticketIssuedAt in ms since 1970, or {@link #NO_TICKET} */
    public record EntryRow(long user, long ticketIssuedAt) {}

    /** A sale without variants. */
    public StockSnapshot(SaleHead sale, List<StockRow> rows, List<StockFlow> flows, Map<Long, EntryRow> entries) {
        this(sale, rows, flows, entries, Set.of());
    }

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
