package io.flashsale.devstack.launcher.seed;

import io.flashsale.client.Answer;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopperClient;
import io.flashsale.client.crowd.Retries;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.OrderStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One shopper's purchase, from the click to the paid order. */
public record PurchaseFlow(ShopperClient shopper) {

    /** Long, because a machine may be slow, and most failures are noticed at once. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Refusals that may turn into an acceptance in a moment, just after the system has started. */
    private static final Set<String> PASSING =
            Set.of("sale-warming-up", "sale-not-open", "rate-limited", "sale-not-found");

    /** Reserves and returns the order id. Waits for a sale whose gate is not ready, or that opens this very second. */
    public long reserve(long saleId) {
        return until(reply -> !PASSING.contains(reply.answer().problem()), () -> shopper.reserve(saleId))
                .orThrow()
                .orderId();
    }

    /** Polls until the order has this status; fails if it never does. */
    public Reply<Order> awaitStatus(long orderId, OrderStatus status) {
        Reply<Order> reply = until(known -> hasStatus(known, status), () -> shopper.order(orderId));
        if (!hasStatus(reply, status)) {
            throw new DemoFailedException("The order is not " + status + " within " + TIMEOUT.toSeconds() + " s: "
                    + reply.answer().status() + " " + reply.answer().text());
        }
        return reply;
    }

    private static boolean hasStatus(Reply<Order> reply, OrderStatus status) {
        return reply instanceof Reply.Success<Order>(Order order, Answer _) && order.status() == status;
    }

    /** The states that the server sent, up to this one; ends early when the stream does. */
    public List<OrderStatus> follow(long orderId, OrderStatus status) {
        List<OrderStatus> seen = new ArrayList<>();
        try (Stream<Order> events = shopper.follow(orderId).orThrow()) {
            var iterator = events.iterator();
            while (!seen.contains(status) && iterator.hasNext()) {
                seen.add(iterator.next().status());
            }
        }
        return seen;
    }

    public void pay(long orderId) {
        shopper.pay(orderId).orThrow();
    }

    private static <T> Reply<T> until(Predicate<Reply<T>> isFinal, Supplier<Reply<T>> call) {
        try {
            return Retries.until(isFinal, TIMEOUT, PAUSE, call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailedException("Interrupted while waiting for an order", e);
        }
    }
}
