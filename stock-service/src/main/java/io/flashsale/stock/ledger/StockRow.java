package io.flashsale.stock.ledger;

/** The units left of a sale, and the version that an update must name. */
record StockRow(long available, long version) {}
