package io.flashsale.stock.waitinglist;

import java.time.Instant;

/** The shopper did not use the offer in time. Published in the transaction that notes it. */
record OfferLapsed(long saleId, long userId, Instant until) {}
