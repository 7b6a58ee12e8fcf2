package io.flashsale.order.journey;

import io.flashsale.order.ordering.EndReason;
import java.time.Instant;
import java.util.Map;

/**
 * Orders that came from followed clicks close if the present transaction commits.
 *
 * @param traceparents by the orders' ids
 */
public record ClosedStops(Map<Long, String> traceparents, EndReason reason, Instant begin) {}
