package io.flashsale.auditor.snapshot;

/** A row of table {@code stock_flow}. */
public record StockFlow(long order, long user, Type type) {

    /** See docs/decisions/0016-void-flows.md. */
    public enum Type {
        DEDUCT,
        RELEASE,
        VOID,

        /** An unknown value in the ledger. */
        UNKNOWN
    }
}
