package io.flashsale.stock.waitinglist;

import java.time.Instant;

/**
 * A unit that came back is kept for this shopper until then, or a little longer. Published in this process, in the
 * transaction that notes the offer: a listener that throws makes the next round publish it again. So each offer is
 * published at least once, and seldom again.
 */
public record UnitOffered(long saleId, long userId, Instant until) {}
