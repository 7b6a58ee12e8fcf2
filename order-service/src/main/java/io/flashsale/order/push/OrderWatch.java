package io.flashsale.order.push;

import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.springframework.stereotype.Component;

/** Reads watched orders from MySQL and pushes how they stand. */
@Component
class OrderWatch {

    private static final int CHUNK = 500;

    private final OrderMapper orders;
    private final OrderStreams streams;

    OrderWatch(OrderMapper orders, OrderStreams streams) {
        this.orders = orders;
        this.streams = streams;
    }

    /** Reads and pushes those changed orders that shoppers follow on this instance. */
    void look(Collection<Long> changed) {
        push(changed.stream().filter(streams::isWatched).toList());
    }

    /**
     * Reads and pushes all followed orders. This alone would suffice, only later: announcements may be lost, rows
     * are not.
     */
    void lookAtAll() {
        push(new ArrayList<>(streams.watched()));
    }

    private void push(List<Long> ids) {
        for (int from = 0; from < ids.size(); from += CHUNK) {
            orders.findAll(ids.subList(from, Math.min(ids.size(), from + CHUNK)))
                    .forEach(order -> streams.push(OrderView.of(order)));
        }
    }
}
