package io.flashsale.order.journey;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderLookup;
import io.flashsale.order.ordering.OrderProblems;
import io.flashsale.order.ordering.OrderService;
import io.flashsale.order.ordering.OrderStatus;
import java.time.Instant;
import java.util.List;
import org.redisson.client.RedisException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Shows the journey of a click: shoppers see their own, administrators see all. */
@RestController
class JourneyController {

    private final OrderService orders;
    private final Journeys journeys;

    JourneyController(OrderService orders, Journeys journeys) {
        this.orders = orders;
        this.journeys = journeys;
    }

    @ApiCall(
            value = "The journey of an order: what happened to it where, and its rows",
            refusals = ProblemType.ORDER_NOT_FOUND)
    @GetMapping("/api/orders/{id}/journey")
    ResponseEntity<JourneyView> ofOrder(Shopper shopper, @PathVariable long id) {
        return switch (orders.find(shopper.id(), id)) {
            case OrderLookup.Found(Order order) -> ResponseEntity.ok(journeys.ofOrder(order, CurrentUser.isAdmin()));
            case OrderLookup.Queued(var reservation) -> ResponseEntity.ok(queued(reservation.orderId()));
            case OrderLookup.UnderReview(var order) -> ResponseEntity.ok(queued(order.id()));
            case OrderLookup.Missing missing
            when CurrentUser.isAdmin() ->
                journeys.ofAnybodysOrder(id).map(ResponseEntity::ok).orElseGet(() -> OrderProblems.answer(missing));
            case OrderLookup.Missing missing -> OrderProblems.answer(missing);
        };
    }

    /** The click of an order becomes known once the order has a row. */
    private static JourneyView queued(long orderId) {
        return new JourneyView(
                orderId, null, OrderStatus.QUEUED.name(), null, List.of(), List.of(), List.of(), Instant.now());
    }

    @ApiCall(
            value = "The journey of a click by its trace, also of one that was refused",
            refusals = {ProblemType.JOURNEY_NOT_FOUND, ProblemType.SERVICE_UNAVAILABLE})
    @GetMapping("/api/clicks/{traceId}/journey")
    ResponseEntity<JourneyView> ofClick(Shopper shopper, @PathVariable String traceId) {
        try {
            return Problems.found(
                    journeys.ofClick(traceId, shopper.id(), CurrentUser.isAdmin()), ProblemType.JOURNEY_NOT_FOUND);
        } catch (RedisException nobodyCanTell) {
            return Problems.retryLater(ProblemType.SERVICE_UNAVAILABLE);
        }
    }
}
