package io.flashsale.order.ordering;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Looking at one's orders. */
@RestController
@RequestMapping("/api/orders")
class OrderController {

    private static final int LARGEST_PAGE = 100;

    private final OrderDesk desk;
    private final OrderTable orders;

    OrderController(OrderDesk desk, OrderTable orders) {
        this.desk = desk;
        this.orders = orders;
    }

    record OrderPage(List<OrderView> items, int page, int size, long total) {}

    @ApiCall(value = "One of my orders", refusals = ProblemType.ORDER_NOT_FOUND)
    @GetMapping("/{id}")
    ResponseEntity<OrderView> order(Shopper shopper, @PathVariable long id) {
        return switch (desk.find(shopper.id(), id)) {
            case OrderLookup.Found(Order order) -> ResponseEntity.ok(OrderView.of(order));
            case OrderLookup.Queued(var reservation) -> ResponseEntity.ok(OrderView.queued(reservation));
            case OrderLookup.Missing missing -> OrderProblems.answer(missing);
        };
    }

    @ApiCall(value = "My orders, newest first", refusals = ProblemType.INVALID_REQUEST)
    @GetMapping
    OrderPage mine(
            Shopper shopper, @RequestParam(defaultValue = "0") int page, @RequestParam(defaultValue = "20") int size) {
        if (page < 0 || size < 1 || size > LARGEST_PAGE) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "page counts from 0, size is 1 to " + LARGEST_PAGE + ".");
        }
        List<OrderView> items = orders.ofUser(shopper.id(), page, size).stream()
                .map(OrderView::of)
                .toList();
        return new OrderPage(items, page, size, orders.countOfUser(shopper.id()));
    }
}
