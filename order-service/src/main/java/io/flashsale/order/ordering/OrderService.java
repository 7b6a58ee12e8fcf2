package io.flashsale.order.ordering;

import io.flashsale.order.ordering.OrderLookup.Found;
import io.flashsale.order.ordering.OrderLookup.NotFound;
import io.flashsale.order.ordering.OrderLookup.Queued;
import io.flashsale.order.ordering.OrderLookup.Undecided;
import io.flashsale.order.ordering.OrderLookup.UnderReview;
import io.flashsale.order.stock.Reservations;
import io.flashsale.order.stock.Reservations.Answer;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Shows shoppers their own orders only. */
@Service
public class OrderService {

    private final OrderMapper orders;
    private final ReviewMapper reviews;
    private final Reservations reservations;

    OrderService(OrderMapper orders, ReviewMapper reviews, Reservations reservations) {
        this.orders = orders;
        this.reviews = reviews;
        this.reservations = reservations;
    }

    /**
     * Looks for an order of the shopper in the table, then among those under review, then among the reservations. An
     * accepted order is never reported missing. An order of another shopper takes the same look-ups as one that does
     * not exist, so the time does not tell them apart.
     */
    public OrderLookup find(long shopper, long orderId) {
        return placed(shopper, orderId)
                .or(() -> underReview(shopper, orderId))
                .orElseGet(() -> notPlaced(shopper, orderId));
    }

    private OrderLookup notPlaced(long shopper, long orderId) {
        if (orderId <= 0) {
            return new NotFound();
        }
        Answer answer = reservations.find(shopper, orderId);
        // The order may have been placed, or even rejected and released, between the first look and the answer.
        return placed(shopper, orderId).or(() -> underReview(shopper, orderId)).orElseGet(() -> switch (answer) {
            case Answer.Made(var reservation) -> new Queued(reservation);
            case Answer.None() -> new NotFound();
            case Answer.Unknown() -> new Undecided();
        });
    }

    private Optional<OrderLookup> underReview(long shopper, long orderId) {
        return reviews.find(orderId).filter(order -> order.userId() == shopper).map(UnderReview::new);
    }

    private Optional<OrderLookup> placed(long shopper, long orderId) {
        return orders.find(orderId).filter(order -> order.userId() == shopper).map(Found::new);
    }
}
