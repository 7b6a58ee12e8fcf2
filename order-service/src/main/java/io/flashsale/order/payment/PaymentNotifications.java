package io.flashsale.order.payment;

import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderTable;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.payment.PaymentTable.State;
import io.flashsale.order.payment.Settlement.AnotherPayment;
import io.flashsale.order.payment.Settlement.BadSignature;
import io.flashsale.order.payment.Settlement.Malformed;
import io.flashsale.order.payment.Settlement.Settled;
import io.flashsale.order.payment.Settlement.UnknownOrder;
import io.flashsale.order.payment.Settlement.WrongAmount;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Applies what the payment provider tells us, however often and however late it does.
 *
 * <p>The order's row is locked first. So against closing and cancellation whichever locks first wins, and a repeated
 * notification finds what the first one did. An order that awaits payment takes it even past its deadline: it still
 * holds its unit. One that has closed never becomes a sale again: the payment is recorded as to be refunded.
 */
@Service
class PaymentNotifications {

    private final NotificationSignature signatures;
    private final JsonMapper json;
    private final OrderTable orders;
    private final PaymentTable payments;
    private final TransactionTemplate transaction;
    private final ApplicationEventPublisher events;

    PaymentNotifications(
            NotificationSignature signatures,
            JsonMapper json,
            OrderTable orders,
            PaymentTable payments,
            TransactionTemplate transaction,
            ApplicationEventPublisher events) {
        this.signatures = signatures;
        this.json = json;
        this.orders = orders;
        this.payments = payments;
        this.transaction = transaction;
        this.events = events;
    }

    Settlement receive(byte[] body, @Nullable String signature) {
        if (!signatures.isValid(signature, body)) {
            return new BadSignature();
        }
        return parse(body)
                .map(payment -> Objects.requireNonNull(transaction.execute(status -> settle(payment))))
                .orElseGet(Malformed::new);
    }

    private Optional<PaymentNotification> parse(byte[] body) {
        try {
            return Optional.ofNullable(json.readValue(body, PaymentNotification.class))
                    .filter(PaymentNotification::isComplete);
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    private Settlement settle(PaymentNotification payment) {
        Optional<Order> locked = orders.lock(payment.orderId());
        if (locked.isEmpty()) {
            return new UnknownOrder();
        }
        Order order = locked.get();
        if (payment.amountCents() != order.priceCents()) {
            return new WrongAmount();
        }
        Optional<String> earlier = payments.paymentOf(order.id());
        if (earlier.isPresent()) {
            return earlier.get().equals(payment.paymentId()) ? new Settled(order) : new AnotherPayment();
        }
        payments.insert(payment, apply(payment, order));
        events.publishEvent(new OrdersChanged(List.of(order.id())));
        return new Settled(orders.lock(order.id()).orElseThrow());
    }

    private State apply(PaymentNotification payment, Order order) {
        return switch (order.status()) {
            case AWAITING_PAYMENT -> {
                must(orders.markPaid(order.id(), payment.paidAt()), order);
                yield State.ACCEPTED;
            }
            case CLOSED -> {
                must(orders.markRefundDue(order.id(), payment.paidAt()), order);
                yield State.REFUND_DUE;
            }
            case REJECTED -> State.REFUND_DUE; // we never charge for one, but if a provider did, we must not forget it
            case PAID, REFUND_DUE, QUEUED -> throw new IllegalStateException("no payment but " + order.status());
        };
    }

    private static void must(boolean happened, Order order) {
        if (!happened) {
            throw new IllegalStateException("order " + order.id() + " changed although it was locked");
        }
    }
}
