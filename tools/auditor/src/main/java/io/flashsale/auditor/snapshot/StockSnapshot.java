package io.flashsale.auditor.snapshot;

import io.flashsale.auditor.entry.Entries;
import java.util.List;
import java.util.function.ToLongFunction;

/** A sale in stock-service's database at one moment. */
public record StockSnapshot(SaleHead sale, List<StockRow> rows, Flows flows, Entries entries) {

    public StockSnapshot {
        rows = List.copyOf(rows);
    }

    /** The sum of a column of {@code stock} over the sale's rows. */
    public long sum(ToLongFunction<StockRow> column) {
        return rows.stream().mapToLong(column).sum();
    }

    /** Units ever put on offer. */
    public long total() {
        return sum(StockRow::initial) + sum(StockRow::added);
    }
}
