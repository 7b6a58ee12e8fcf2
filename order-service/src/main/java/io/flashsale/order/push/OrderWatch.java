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

    /** Looks at those of the orders that somebody here is watching. */
    void look(Collection<Long> changed) {
        push(changed.stream().filter(streams::isWatched).toList());
    }

    /**
     * Looks at all that are watched. This alone would do, only later: what is announced between instances may get lost,
     * the row does not.
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
