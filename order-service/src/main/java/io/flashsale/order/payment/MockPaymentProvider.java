package io.flashsale.order.payment;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes no money and always agrees. The payment's id follows from the order's, so that repeating a charge names the
 * same payment, on every instance and without a memory.
 */
final class MockPaymentProvider implements PaymentProvider {

    private final NotificationSignature signature;
    private final JsonMapper json;
    private final Clock clock;

    MockPaymentProvider(NotificationSignature signature, JsonMapper json, Clock clock) {
        this.signature = signature;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public Charge charge(long orderId, long amountCents) {
        PaymentNotification notification = new PaymentNotification(
                orderId, "mock-" + orderId, amountCents, clock.instant().truncatedTo(ChronoUnit.MILLIS));
        byte[] body = json.writeValueAsString(notification).getBytes(StandardCharsets.UTF_8);
        return new Charge.Confirmed(body, signature.sign(body));
    }
}
