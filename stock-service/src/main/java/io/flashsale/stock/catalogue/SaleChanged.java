package io.flashsale.stock.catalogue;

/** A sale's details or the stock on offer were changed, and that is committed. Published in this process only. */
public record SaleChanged(long saleId) {}
