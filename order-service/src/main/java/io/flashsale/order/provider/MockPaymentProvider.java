package io.flashsale.order.provider;

import io.flashsale.commons.batching.GroupCommit;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes no money and accepts every charge. Records charges and refunds, as a real provider does. A payment's id is
 * derived from the order's id, so repeating a charge names the same payment on every instance.
 */
final class MockPaymentProvider implements PaymentProvider {

    private static final int LANES = 2;
    private static final int MAX_GROUP = 64;

    private final MockProviderMapper records;
    private final NotificationSignature signature;
    private final JsonMapper json;
    private final Clock clock;
    private final GroupCommit<PaymentNotification> together = new GroupCommit<>(LANES, MAX_GROUP, this::takenTogether);

    MockPaymentProvider(MockProviderMapper records, NotificationSignature signature, JsonMapper json, Clock clock) {
        this.records = records;
        this.signature = signature;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public Charge charge(long orderId, long amountCents) {
        return taken(new PaymentNotification(
                        orderId, "mock-" + orderId, amountCents, clock.instant().truncatedTo(ChronoUnit.MILLIS)))
                .<Charge>map(this::confirmed)
                .orElseGet(Charge.Declined::new);
    }

    private Charge confirmed(PaymentNotification charge) {
        byte[] body = json.writeValueAsString(charge).getBytes(StandardCharsets.UTF_8);
        return new Charge.Confirmed(body, signature.sign(body));
    }

    /** This charge or the first one for the order; empty if that was given back. */
    private Optional<PaymentNotification> taken(PaymentNotification charge) {
        if (together.isDoneTogether(charge)) {
            return Optional.of(charge);
        }
        try {
            records.charge(charge);
            return Optional.of(charge);
        } catch (DuplicateKeyException before) {
            return records.findCharge(charge.paymentId());
        }
    }

    private boolean takenTogether(List<PaymentNotification> group) {
        records.chargeAll(group);
        return true;
    }

    /** Refuses to refund a charge it has not made, or another amount. */
    @Override
    public Refund refund(String chargeId, long amountCents, String idempotencyKey) {
        try {
            return records.refund(chargeId, amountCents, idempotencyKey) == 1
                    ? new Refund.Made(idempotencyKey)
                    : new Refund.Refused("there is no charge " + chargeId + " of " + amountCents + " cents");
        } catch (DuplicateKeyException before) {
            return new Refund.Made(idempotencyKey);
        }
    }

    @Override
    public List<PaymentNotification> charges(Position after, Instant until, int limit) {
        return records.chargesAfter(after, until, limit);
    }
}
