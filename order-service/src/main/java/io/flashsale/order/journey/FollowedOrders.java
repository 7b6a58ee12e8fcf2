package io.flashsale.order.journey;

import static java.util.stream.Collectors.toMap;

import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * What happens to orders long after their clicks. Where no click is followed it asks the database nothing; where some are, a row by
 * its key each time.
 */
@Component
public class FollowedOrders {

    private static final Logger log = LoggerFactory.getLogger(FollowedOrders.class);

    private final JourneyMapper orders;
    private final OrderTrace trace;

    FollowedOrders(JourneyMapper orders, OrderTrace trace) {
        this.orders = orders;
        this.trace = trace;
    }

    /** What names the clicks of those of the orders that came from followed ones. */
    public Map<Long, String> traceparents(Collection<Long> orderIds) {
        return !trace.isOn() || orderIds.isEmpty()
                ? Map.of()
                : orders.followed(orderIds).stream()
                        .collect(toMap(JourneyMapper.Followed::id, JourneyMapper.Followed::traceparent));
    }

    /** When something begins that may become a stop; nobody asks the clock where nothing does. */
    public Instant now() {
        return trace.isOn() ? Instant.now() : Instant.EPOCH;
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
    void on(ClosedStops closed) {
        closed.traceparents()
                .forEach((id, traceparent) -> trace.stop(
                        Stop.CLOSING,
                        traceparent,
                        closed.begin(),
                        Map.of(
                                "orders.id",
                                Long.toString(id),
                                "orders.status",
                                "CLOSED",
                                "orders.reason",
                                closed.reason().name(),
                                "outbox",
                                "OrderReleased")));
    }

    /** Something has happened to an order, and is committed. Never fails: it is only told of. */
    public void stop(Stop stop, long orderId, Instant begin, Map<String, String> wrote) {
        try {
            traceparents(List.of(orderId)).forEach((id, traceparent) -> trace.stop(stop, traceparent, begin, wrote));
        } catch (DataAccessException unreachable) {
            log.debug("order {}: its stop {} is not told of", orderId, stop, unreachable);
        }
    }
}
