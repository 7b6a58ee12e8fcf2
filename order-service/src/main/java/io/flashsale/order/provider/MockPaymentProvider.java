package io.flashsale.order.provider;

import io.flashsale.order.provider.MockProviderMapper.NewRefund;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes no money and always agrees; what it would have taken and given back it remembers, as a provider's books do. The
 * payment's id follows from the order's, so that repeating a charge names the same payment on every instance.
 */
final class MockPaymentProvider implements PaymentProvider {

    private final MockProviderMapper books;
    private final NotificationSignature signature;
    private final JsonMapper json;
    private final Clock clock;

    MockPaymentProvider(MockProviderMapper books, NotificationSignature signature, JsonMapper json, Clock clock) {
        this.books = books;
        this.signature = signature;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public Charge charge(long orderId, long amountCents) {
        PaymentNotification charge = taken(new PaymentNotification(
                orderId, "mock-" + orderId, amountCents, clock.instant().truncatedTo(ChronoUnit.MILLIS)));
        byte[] body = json.writeValueAsString(charge).getBytes(StandardCharsets.UTF_8);
        return new Charge.Confirmed(body, signature.sign(body));
    }

    private PaymentNotification taken(PaymentNotification charge) {
        try {
            books.charge(charge);
            return charge;
        } catch (DuplicateKeyException before) {
            return books.findCharge(charge.paymentId()).orElseThrow();
        }
    }

    /** Refuses to give back what it has not taken, or another amount. */
    @Override
    public Refund refund(String chargeId, long amountCents, String idempotencyKey) {
        try {
            int refunds = books.refund(new NewRefund(chargeId, amountCents, idempotencyKey));
            return refunds == 1
                    ? new Refund.Made(idempotencyKey)
                    : new Refund.Refused("there is no charge " + chargeId + " of " + amountCents + " cents");
        } catch (DuplicateKeyException before) {
            return new Refund.Made(idempotencyKey);
        }
    }

    @Override
    public List<PaymentNotification> charges(Position after, Instant until, int limit) {
        return books.chargesAfter(after, until, limit);
    }
}
