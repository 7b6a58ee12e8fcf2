package io.flashsale.order.journey;

import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import java.time.Instant;
import java.util.List;

/** Orders, of followed clicks among others, close if the present transaction commits. */
public record ClosedStops(List<Order> closed, EndReason reason, Instant begin) {}
