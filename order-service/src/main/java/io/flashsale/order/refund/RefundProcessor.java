package io.flashsale.order.refund;

import static java.util.stream.Collectors.toSet;

import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.order.journey.FollowedOrders;
import io.flashsale.order.message.Notifications;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.provider.PaymentProvider;
import io.flashsale.order.provider.ShopCurrency;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Has the provider make the refunds that are due.
 *
 * <p>A short transaction leases and counts an attempt. Then the provider is called with no transaction open, and
 * the refunds of a batch that it has made are recorded together. Several instances may work at once: each takes rows
 * that no other has locked, and a lease keeps the others away.
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
    private final ShopCurrency currency;
    private final TransactionTemplate transaction;
    private final RefundProperties properties;
    private final Notifications notifications;
    private final ApplicationEventPublisher events;
    private final FollowedOrders followed;
    private final MeterRegistry meters;

    RefundProcessor(
            RefundMapper refunds,
            OrderMapper orders,
            PaymentProvider provider,
            ShopCurrency currency,
            TransactionTemplate transaction,
            RefundProperties properties,
            Notifications notifications,
            ApplicationEventPublisher events,
            FollowedOrders followed,
            MeterRegistry meters) {
        this.refunds = refunds;
        this.orders = orders;
        this.provider = provider;
        this.currency = currency;
        this.transaction = transaction;
        this.properties = properties;
        this.notifications = notifications;
        this.events = events;
        this.followed = followed;
        this.meters = meters;
    }

    private record Answered(Refund refund, PaymentProvider.Refund answer) {}

    /** Tries each refund once whose time has come. */
    void makeDue() {
        List<Refund> batch;
        do {
            batch = Objects.requireNonNull(transaction.execute(status -> lease()));
            writeDown(askFor(batch));
        } while (batch.size() == BATCH);
    }

    private List<Refund> lease() {
        List<Refund> due = refunds.lockDue(BATCH);
        refunds.lease(due, properties.lease());
        return due;
    }

    private List<Answered> askFor(List<Refund> batch) {
        List<Future<Answered>> attempts;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            attempts = batch.stream()
                    .map(refund -> threads.submit(() -> new Answered(refund, attempt(refund))))
                    .toList();
        }
        return attempts.stream().map(Future::resultNow).toList();
    }

    private PaymentProvider.Refund attempt(Refund refund) {
        Instant begin = followed.now();
        PaymentProvider.Refund answer = ask(refund);
        String outcome = answer.getClass().getSimpleName();
        meters.counter("flashsale.refunds.attempts", "outcome", outcome).increment();
        followed.stop(
                Stop.REFUND,
                refund.orderId(),
                begin,
                () -> Map.of(
                        "refund.id", Long.toString(refund.id()),
                        "refund.charge_id", refund.chargeId(),
                        "refund.amount_cents", Long.toString(refund.amountCents()),
                        "provider", outcome));
        return answer;
    }

    private PaymentProvider.Refund ask(Refund refund) {
        try {
            return provider.refund(refund.chargeId(), currency.of(refund.amountCents()), refund.idempotencyKey());
        } catch (RuntimeException fault) {
            return new PaymentProvider.Refund.Unknown(fault.toString());
        }
    }

    /** What cannot be written down all at once is written down one by one. */
    private void writeDown(List<Answered> answers) {
        List<RefundMapper.Made> made = new ArrayList<>();
        for (Answered answered : answers) {
            Refund refund = answered.refund();
            switch (answered.answer()) {
                case PaymentProvider.Refund.Made(String reference) ->
                    made.add(new RefundMapper.Made(refund.id(), refund.orderId(), reference));
                case PaymentProvider.Refund.Refused(String reason) -> writeDown(refund, () -> giveUp(refund, reason));
                case PaymentProvider.Refund.Unknown(String why) -> writeDown(refund, () -> failed(refund, why));
            }
        }
        try {
            made(made);
        } catch (RuntimeException fault) {
            log.warn("what came of {} refunds is written down one by one", made.size(), fault);
            made.forEach(one -> writeDown(one, () -> made(List.of(one))));
        }
    }

    /** If this fails, the lease ends and the next attempt follows. */
    private static void writeDown(Object what, Runnable writing) {
        try {
            writing.run();
        } catch (RuntimeException fault) {
            log.warn("what came of a refund could not be written down: {}", what, fault);
        }
    }

    private void made(List<RefundMapper.Made> made) {
        if (made.isEmpty()) {
            return;
        }
        Set<Long> ids = made.stream().map(RefundMapper.Made::orderId).collect(toSet());
        transaction.executeWithoutResult(status -> {
            // First, so that of two concurrent refunds of an order the second sees the first one made.
            orders.lockAll(ids);
            refunds.markRefunded(made);
            orders.markRefunded(ids);
            notifications.tell(orders.findAll(ids).stream()
                    .filter(order -> order.status() == OrderStatus.REFUNDED)
                    .map(RefundProcessor::messageOf)
                    .toList());
            events.publishEvent(new OrdersChanged(List.copyOf(ids)));
        });
    }

    private static MessageForShopper messageOf(Order order) {
        return MessageForShopper.refunded(
                order.userId(), order.saleId(), order.id(), order.title(), order.refundCents());
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
