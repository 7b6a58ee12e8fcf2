package io.flashsale.order.push;

import static java.util.stream.Collectors.toSet;

import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderView;
import io.flashsale.order.ordering.ReviewMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.springframework.stereotype.Component;

/** Reads watched orders from MySQL and pushes how they stand. */
@Component
class OrderWatch {

    private static final int CHUNK = 500;

    private final OrderMapper orders;
    private final ReviewMapper reviews;
    private final OrderStreams streams;

    OrderWatch(OrderMapper orders, ReviewMapper reviews, OrderStreams streams) {
        this.orders = orders;
        this.reviews = reviews;
        this.streams = streams;
    }

    /** Reads and pushes those changed orders that shoppers follow on this instance. */
    void look(Collection<Long> changed) {
        push(changed.stream().filter(streams::isWatched).toList());
    }

    /**
     * Reads and pushes all followed orders. This alone would suffice, only later: announcements may be lost, rows
     * are not. Nobody announces that an order is under review.
     */
    void lookAtAll() {
        push(new ArrayList<>(streams.watched()));
    }

    private void push(List<Long> ids) {
        for (int from = 0; from < ids.size(); from += CHUNK) {
            List<Long> unknown = new ArrayList<>(ids.subList(from, Math.min(ids.size(), from + CHUNK)));
            List<Order> found = orders.findAll(unknown);
            found.forEach(order -> streams.push(OrderView.of(order)));
            unknown.removeAll(found.stream().map(Order::id).collect(toSet()));
            if (!unknown.isEmpty()) {
                reviews.findAll(unknown).forEach(order -> streams.push(OrderView.underReview(order)));
            }
        }
    }
}
