package io.flashsale.auditor.snapshot;

/**
 * A row of table {@code stock}, in units: one bucket of a sale (most sales have one).
 *
 * @param moved units received from other buckets less units given to them
 * @param moves the same, by the rows of table {@code stock_move}
 */
public record StockRow(
        int bucket,
        long initial,
        long added,
        long available,
        long deducted,
        long released,
        long version,
        long moved,
        long moves) {

    /** Units put on offer in this bucket, less those taken away unsold. */
    public long total() {
        return initial + added;
    }
}
