package io.flashsale.order.push;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.order.ordering.OrderLookup;
import io.flashsale.order.ordering.OrderService;
import io.flashsale.order.ordering.OrderView;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Streams an order's status: event {@code status} with the current one, then each change, until a final one. */
@RestController
class OrderEventsController {

    private final OrderService service;
    private final OrderStreams streams;

    OrderEventsController(OrderService service, OrderStreams streams) {
        this.service = service;
        this.streams = streams;
    }

    @ApiCall(
            value = "Follow an order: event status with the present one, then with each change",
            streams = MediaType.TEXT_EVENT_STREAM_VALUE,
            refusals = {ProblemType.ORDER_NOT_FOUND, ProblemType.RATE_LIMITED})
    @GetMapping("/api/orders/{id}/events")
    ResponseEntity<SseEmitter> follow(Shopper shopper, @PathVariable long id) throws IOException {
        OrderStream stream = streams.open(shopper.id(), id)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.RATE_LIMITED,
                        "At most " + OrderStreams.MAX_PER_SHOPPER + " streams of events at once."));
        // Reads the status only after subscribing, so that no change is missed.
        try {
            stream.send(present(shopper, id));
        } catch (IOException | RuntimeException refused) {
            streams.forget(stream);
            throw refused;
        }
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header("X-Accel-Buffering", "no")
                .body(stream.emitter());
    }

    private OrderView present(Shopper shopper, long id) {
        return switch (service.find(shopper.id(), id)) {
            case OrderLookup.Found(var order) -> OrderView.of(order);
            case OrderLookup.Queued(var reservation) -> OrderView.queued(reservation);
            case OrderLookup.UnderReview(var order) -> OrderView.underReview(order);
            case OrderLookup.NotFound() -> throw new ProblemException(Problems.of(ProblemType.ORDER_NOT_FOUND));
            case OrderLookup.Undecided() -> throw new ProblemException(Problems.of(ProblemType.SERVICE_UNAVAILABLE));
        };
    }
}
