package io.flashsale.order.journey;

import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import java.time.Instant;
import java.util.List;

/** Orders, some of them of followed clicks, that close if the current transaction commits. */
public record ClosedStops(List<Order> closed, EndReason reason, Instant begin) {}
