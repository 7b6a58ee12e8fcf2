package io.flashsale.order.payment;

import io.flashsale.order.ordering.Order;
import io.flashsale.order.payment.PaymentNotifications.Answered;
import io.flashsale.order.payment.Settlement.BadSignature;
import io.flashsale.order.payment.Settlement.Malformed;
import io.flashsale.order.provider.NotificationSignature;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.PaymentProvider.Charge;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Verifies and applies notifications that the payment provider has signed. */
@Service
class SignedNotifications {

    private final NotificationSignature signatures;
    private final JsonMapper json;
    private final PaymentNotifications notifications;

    SignedNotifications(NotificationSignature signatures, JsonMapper json, PaymentNotifications notifications) {
        this.signatures = signatures;
        this.json = json;
        this.notifications = notifications;
    }

    /** Receives a notification from a sender who may not be the provider. */
    Settlement receive(byte[] body, @Nullable String signature) {
        return receive(body, signature, notifications::settle);
    }

    /** Receives the provider's answer to our own charge for this order. */
    Settlement receiveAnswer(Order order, byte[] body, @Nullable String signature) {
        return receive(body, signature, charge -> notifications.settleAnswer(order, charge));
    }

    /** The provider's answer to our charge of this order, if it is signed and says that the price was paid. */
    Optional<Answered> inFull(Order order, Charge.Confirmed answer) {
        return Optional.of(answer.notification())
                .filter(body -> signatures.isValid(answer.signature(), body))
                .flatMap(this::parse)
                .filter(charge -> charge.orderId() == order.id() && charge.amountCents() == order.priceCents())
                .map(charge -> new Answered(order, charge));
    }

    private Settlement receive(
            byte[] body, @Nullable String signature, Function<PaymentNotification, Settlement> settlement) {
        if (!signatures.isValid(signature, body)) {
            return new BadSignature();
        }
        return parse(body).map(settlement).orElseGet(Malformed::new);
    }

    private Optional<PaymentNotification> parse(byte[] body) {
        try {
            return Optional.ofNullable(json.readValue(body, PaymentNotification.class))
                    .filter(PaymentNotification::isComplete);
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }
}
