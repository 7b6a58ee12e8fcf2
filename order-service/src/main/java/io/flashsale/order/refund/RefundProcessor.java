package io.flashsale.order.refund;

import io.flashsale.commons.tracing.Stop;
import io.flashsale.order.journey.FollowedOrders;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.provider.PaymentProvider;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Has the provider make the refunds that are due.
 *
 * <p>A short transaction leases and counts an attempt. Then the provider is called with no transaction open, and
 * its answer is recorded. Several instances may work at once: each takes rows that no other has locked, and a lease
 * keeps the others away.
 *
 * <p>A lease does not guarantee a single call: an instance that crashes or is slow makes the provider hear the
 * refund once more. The provider recognises the idempotency key and returns the first refund again.
 *
 * <p>A provider that does not answer in time is treated like a lost answer: the pause before the next attempt
 * replaces the lease. So one unanswered refund delays its batch by no more than that time-out.
 */
@Component
class RefundProcessor {

    private static final Logger log = LoggerFactory.getLogger(RefundProcessor.class);
    private static final int MAX_ERROR = 500;

    /** Refunds that one instance requests at the same time. */
    private static final int BATCH = 20;

    private final RefundMapper refunds;
    private final OrderMapper orders;
    private final PaymentProvider provider;
    private final TransactionTemplate transaction;
    private final RefundProperties properties;
    private final ApplicationEventPublisher events;
    private final FollowedOrders followed;
    private final MeterRegistry meters;

    RefundProcessor(
            RefundMapper refunds,
            OrderMapper orders,
            PaymentProvider provider,
            TransactionTemplate transaction,
            RefundProperties properties,
            ApplicationEventPublisher events,
            FollowedOrders followed,
            MeterRegistry meters) {
        this.refunds = refunds;
        this.orders = orders;
        this.provider = provider;
        this.transaction = transaction;
        this.properties = properties;
        this.events = events;
        this.followed = followed;
        this.meters = meters;
    }

    /** Tries each refund once whose time has come. */
    void makeDue() {
        List<Refund> batch;
        do {
            batch = Objects.requireNonNull(transaction.execute(status -> lease()));
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                batch.forEach(refund -> threads.execute(() -> attempt(refund)));
            }
        } while (batch.size() == BATCH);
    }

    private List<Refund> lease() {
        List<Refund> due = refunds.lockDue(BATCH);
        refunds.lease(due, properties.lease());
        return due;
    }

    /** If this fails, the lease ends and the next attempt follows. */
    private void attempt(Refund refund) {
        Instant begin = followed.now();
        try {
            PaymentProvider.Refund answer = ask(refund);
            meters.counter(
                            "flashsale.refunds.attempts",
                            "outcome",
                            answer.getClass().getSimpleName())
                    .increment();
            switch (answer) {
                case PaymentProvider.Refund.Made(String reference) -> made(refund, reference);
                case PaymentProvider.Refund.Refused(String reason) -> giveUp(refund, reason);
                case PaymentProvider.Refund.Unknown(String why) -> failed(refund, why);
            }
            followed.stop(
                    Stop.REFUND,
                    refund.orderId(),
                    begin,
                    () -> Map.of(
                            "refund.id", Long.toString(refund.id()),
                            "refund.charge_id", refund.chargeId(),
                            "refund.amount_cents", Long.toString(refund.amountCents()),
                            "provider", answer.getClass().getSimpleName()));
        } catch (RuntimeException fault) {
            log.warn("what came of the refund of charge {} could not be written down", refund.chargeId(), fault);
        }
    }

    private PaymentProvider.Refund ask(Refund refund) {
        try {
            return provider.refund(refund.chargeId(), refund.amountCents(), refund.idempotencyKey());
        } catch (RuntimeException fault) {
            return new PaymentProvider.Refund.Unknown(fault.toString());
        }
    }

    private void made(Refund refund, String reference) {
        transaction.executeWithoutResult(status -> {
            // First, so that of two concurrent refunds of an order the second sees the first one made.
            Optional<Order> order = orders.lock(refund.orderId());
            if (refunds.markRefunded(refund.id(), reference) == 1) {
                order.filter(locked -> locked.status() == OrderStatus.REFUND_DUE)
                        .filter(locked -> refunds.unfinishedOf(locked.id()) == 0)
                        .ifPresent(this::refunded);
            }
        });
    }

    private void refunded(Order locked) {
        if (orders.markRefunded(locked.id()) != 1) {
            throw new IllegalStateException("order " + locked.id() + " changed although it was locked");
        }
        events.publishEvent(new OrdersChanged(List.of(locked.id())));
    }

    private void failed(Refund refund, String why) {
        int attempt = refund.attempts() + 1;
        if (attempt >= properties.maxAttempts()) {
            giveUp(refund, why);
            return;
        }
        refunds.postpone(
                refund.id(),
                attempt,
                bounded(why),
                properties.pauseAfter(attempt).toMillis());
        log.warn("refund of charge {}, attempt {}: {}", refund.chargeId(), attempt, why);
    }

    private void giveUp(Refund refund, String why) {
        refunds.fail(refund.id(), refund.attempts() + 1, bounded(why));
        log.error("refund of charge {} failed, an administrator has to look: {}", refund.chargeId(), why);
    }

    private static String bounded(String text) {
        return text.length() <= MAX_ERROR ? text : text.substring(0, MAX_ERROR);
    }
}
