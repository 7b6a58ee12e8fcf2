package io.flashsale.stock.catalogue;

/** A sale was committed; nobody can have reserved in it yet. Published in this process only. */
public record SaleCreated(long saleId) {}
