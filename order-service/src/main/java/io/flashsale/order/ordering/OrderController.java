package io.flashsale.order.ordering;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows shoppers their orders. */
@RestController
@RequestMapping("/api/orders")
class OrderController {

    private static final int MAX_SIZE = 100;

    private final OrderService service;
    private final OrderMapper orders;
    private final ReviewMapper reviews;

    OrderController(OrderService service, OrderMapper orders, ReviewMapper reviews) {
        this.service = service;
        this.orders = orders;
        this.reviews = reviews;
    }

    record OrderPage(List<OrderView> items, int page, int size, long total) {}

    @ApiCall(value = "One of my orders", refusals = ProblemType.ORDER_NOT_FOUND)
    @GetMapping("/{id}")
    ResponseEntity<OrderView> order(Shopper shopper, @PathVariable long id) {
        return switch (service.find(shopper.id(), id)) {
            case OrderLookup.Found(Order order) -> ResponseEntity.ok(OrderView.of(order));
            case OrderLookup.Queued(var reservation) -> ResponseEntity.ok(OrderView.queued(reservation));
            case OrderLookup.UnderReview(var order) -> ResponseEntity.ok(OrderView.underReview(order));
            case OrderLookup.Missing missing -> OrderProblems.answer(missing);
        };
    }

    @ApiCall(value = "My orders, newest first, after those under review", refusals = ProblemType.INVALID_REQUEST)
    @GetMapping
    OrderPage mine(
            Shopper shopper, @RequestParam(defaultValue = "0") int page, @RequestParam(defaultValue = "20") int size) {
        if (page < 0 || size < 1 || size > MAX_SIZE) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "page counts from 0, size is 1 to " + MAX_SIZE + ".");
        }
        long offset = (long) page * size;
        long underReview = reviews.countOfUser(shopper.id());
        List<OrderUnderReview> first = reviews.ofUser(shopper.id(), offset, size);
        List<Order> others = orders.ofUser(shopper.id(), Math.max(0, offset - underReview), size - first.size());
        List<OrderView> items = Stream.concat(
                        first.stream().map(OrderView::underReview),
                        others.stream().map(OrderView::of))
                .toList();
        return new OrderPage(items, page, size, underReview + orders.countOfUser(shopper.id()));
    }
}
