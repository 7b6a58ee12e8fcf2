package io.flashsale.chaos.shopper;

import io.flashsale.chaos.checker.History;
import io.flashsale.chaos.checker.Operation.Kind;
import io.flashsale.chaos.checker.OperationOutcome;
import io.flashsale.chaos.shopper.ShopperScript.ShopperStep;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopperClient;
import io.flashsale.client.coupon.Claim;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.QueuedOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Follows a script against the shop, and records each request. */
final class ScriptedShopper {

    /** Refusals because it is too early, or because another request is in progress. */
    private static final Set<String> NOT_YET =
            Set.of("order-queued", "order-not-found", "payment-pending", "coupon-not-found", "coupon-in-use");

    private final ShopperClient client;
    private final long user;
    private final long sale;
    private final long template;
    private final History history;
    private volatile long order;

    /** The order that was cancelled, which holds its unit until its release has arrived. */
    private volatile long cancelled;

    private volatile long coupon;

    ScriptedShopper(ShopperClient client, long user, long sale, long template, History history) {
        this.client = client;
        this.user = user;
        this.sale = sale;
        this.template = template;
        this.history = history;
    }

    void follow(ShopperScript script) throws InterruptedException {
        for (ShopperStep step : script.steps()) {
            Thread.sleep(step.before());
            follow(step);
        }
    }

    private void follow(ShopperStep step) throws InterruptedException {
        switch (step.action()) {
            case RESERVE -> withRetries(step, this::reserve);
            case DOUBLE_CLICK -> {
                if (!atOnce(this::reserve, this::reserve) && order == 0) {
                    withRetries(step, this::reserve);
                }
            }
            case PAY -> withRetries(step, () -> pay(0));
            case PAY_WITH_COUPON -> withRetries(step, () -> pay(coupon));
            case PAY_TWICE -> payTwice(step, 0);
            case PAY_WITH_COUPON_TWICE -> payTwice(step, coupon);
            case CANCEL -> {
                withRetries(step, this::cancel);
                cancelled = order;
                order = 0; // a reservation after this is another order
            }
            case PAY_AND_CANCEL -> {
                if (!atOnce(() -> pay(0), this::cancel)) {
                    withRetries(step, this::cancel);
                }
            }
            case CLAIM -> withRetries(step, this::claim);
        }
    }

    /** Repeats a request until its outcome is final. */
    private static void withRetries(ShopperStep step, BooleanSupplier settled) throws InterruptedException {
        for (int i = 1; i <= step.tries() && !settled.getAsBoolean(); i++) {
            Thread.sleep(step.pause());
        }
    }

    /** Whether the outcomes of both are final. */
    private static boolean atOnce(BooleanSupplier one, BooleanSupplier other) throws InterruptedException {
        List<Callable<Boolean>> both = List.of(one::getAsBoolean, other::getAsBoolean);
        return !ShopperCrowd.atOnce(2, both).contains(false);
    }

    private boolean reserve() {
        OperationOutcome outcome =
                history.record(user, Kind.RESERVE, sale, 0, () -> client.reserve(sale), QueuedOrder::orderId);
        switch (outcome) {
            case OperationOutcome.Ok(long id) -> order = id;
            case OperationOutcome.Refused(String problem, long id)
            when problem.equals("already-purchased") && id != cancelled -> order = id;
            default -> {
                return false; // repeats after "sold out" too, because units come back
            }
        }
        return true;
    }

    private boolean pay(long with) {
        return onOrder(Kind.PAY, with, () -> with == 0 ? client.pay(order) : client.pay(order, with));
    }

    private void payTwice(ShopperStep step, long with) throws InterruptedException {
        if (!atOnce(() -> pay(with), () -> pay(with))) {
            withRetries(step, () -> pay(with));
        }
    }

    private boolean cancel() {
        return onOrder(Kind.CANCEL, 0, () -> client.cancel(order));
    }

    private boolean onOrder(Kind kind, long amount, Supplier<Reply<Order>> call) {
        if (order == 0) {
            return true; // no purchase was made
        }
        return isSettled(history.record(user, kind, order, amount, call, Order::orderId));
    }

    private boolean claim() {
        OperationOutcome outcome =
                history.record(user, Kind.CLAIM, template, 0, () -> client.claim(template), Claim::couponId);
        if (outcome instanceof OperationOutcome.Ok(long id)) {
            coupon = id;
        }
        return isSettled(outcome);
    }

    private static boolean isSettled(OperationOutcome outcome) {
        return !outcome.isUndecided() && !NOT_YET.contains(outcome.problem());
    }
}
