package io.flashsale.auditor.snapshot;

/** A row of table {@code stock}, in units. One a sale today. */
public record StockRow(
        int bucket, long initial, long added, long available, long deducted, long released, long version) {}
