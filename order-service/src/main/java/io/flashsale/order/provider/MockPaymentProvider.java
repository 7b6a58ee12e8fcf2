package io.flashsale.order.provider;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.dao.DuplicateKeyException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes no money and accepts every charge; one by {@link #BANK_APP}, once the shopper has confirmed it. Records charges
 * and refunds, as a real provider does. A payment's id is derived from the order's id, so repeating a charge names the
 * same payment on every instance.
 */
final class MockPaymentProvider implements PaymentProvider {

    /** A way of paying that the shopper confirms on a page of the mock, see {@link MockStepController}. */
    static final String BANK_APP = "bank-app";

    private static final int STEP_BYTES = 16;

    private final SecureRandom random = new SecureRandom();
    private final MockProviderMapper records;
    private final NotificationSignature signature;
    private final JsonMapper json;
    private final Clock clock;

    MockPaymentProvider(MockProviderMapper records, NotificationSignature signature, JsonMapper json, Clock clock) {
        this.records = records;
        this.signature = signature;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public Charge charge(long orderId, Money amount) {
        return taken(of(new Due(orderId, amount))).<Charge>map(this::confirmed).orElseGet(Charge.Declined::new);
    }

    @Override
    public Set<String> methods() {
        return Set.of(BANK_APP);
    }

    @Override
    public boolean isMock() {
        return true;
    }

    @Override
    public Charge charge(long orderId, Money amount, String method) {
        if (!method.equals(BANK_APP)) {
            return PaymentProvider.super.charge(orderId, amount, method);
        }
        String id = idOf(orderId);
        if (records.isCharged(id)) {
            return records.findCharge(id).<Charge>map(this::confirmed).orElseGet(Charge.Declined::new);
        }
        if (records.forgetRefused(orderId) > 0) {
            return new Charge.Declined();
        }
        byte[] step = new byte[STEP_BYTES];
        random.nextBytes(step);
        records.openStep(orderId, HexFormat.of().formatHex(step), amount.cents());
        return records.stepOf(orderId)
                .<Charge>map(open -> new Charge.ActionRequired("/mock-provider/" + open))
                .orElseGet(Charge.Unknown::new);
    }

    @Override
    public List<Charge> chargeAll(List<Due> dues) {
        List<PaymentNotification> charges = dues.stream().map(this::of).toList();
        try {
            records.chargeAll(charges);
            return charges.stream().map(this::confirmed).toList();
        } catch (DuplicateKeyException before) {
            return dues.stream().map(due -> charge(due.orderId(), due.amount())).toList();
        }
    }

    private PaymentNotification of(Due due) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new PaymentNotification(
                due.orderId(), idOf(due.orderId()), due.amount().cents(), now);
    }

    private static String idOf(long orderId) {
        return "mock-" + orderId;
    }

    private Charge confirmed(PaymentNotification charge) {
        byte[] body = json.writeValueAsString(charge).getBytes(StandardCharsets.UTF_8);
        return new Charge.Confirmed(body, signature.sign(body));
    }

    /** This charge or the first one for the order; empty if that was given back. */
    private Optional<PaymentNotification> taken(PaymentNotification charge) {
        try {
            records.charge(charge);
            return Optional.of(charge);
        } catch (DuplicateKeyException before) {
            return records.findCharge(charge.paymentId());
        }
    }

    /** Refuses to refund a charge it has not made, or another amount. */
    @Override
    public Refund refund(String chargeId, Money amount, String idempotencyKey) {
        try {
            return records.refund(chargeId, amount.cents(), idempotencyKey) == 1
                    ? new Refund.Made(idempotencyKey)
                    : new Refund.Refused("there is no charge " + chargeId + " of " + amount.cents() + " cents");
        } catch (DuplicateKeyException before) {
            return new Refund.Made(idempotencyKey);
        }
    }

    @Override
    public List<PaymentNotification> charges(Position after, Instant until, int limit) {
        return records.chargesAfter(after, until, limit);
    }
}
