package io.flashsale.order.provider;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** Delegates to the mock provider, unless a test makes it refuse or lose the answer. */
public final class StubPaymentProvider implements PaymentProvider {

    public enum Behaviour {
        APPROVING,
        /** Neither charges nor refunds. */
        DECLINING,
        /** Charges or refunds, then loses the answer. */
        NOT_ANSWERING
    }

    /** Replaces the mock in every IT. */
    @TestConfiguration
    public static class Instead {

        @Bean("paymentProvider")
        StubPaymentProvider stubPaymentProvider(
                MockProviderMapper records, NotificationSignature signature, JsonMapper json) {
            return new StubPaymentProvider(new MockPaymentProvider(records, signature, json, Clock.systemUTC()));
        }
    }

    private final PaymentProvider mock;
    private final List<Long> charged = new CopyOnWriteArrayList<>();
    private volatile Behaviour behaviour = Behaviour.APPROVING;
    private volatile Behaviour refunding = Behaviour.APPROVING;
    private volatile boolean recordsAreAway;
    private volatile Runnable beforeAnswer = () -> {};
    private volatile Consumer<String> beforeRefund = charge -> {};

    private StubPaymentProvider(PaymentProvider mock) {
        this.mock = mock;
    }

    /** Sets the behaviour of charges. */
    public void behave(Behaviour next) {
        behaviour = next;
    }

    /** Sets the behaviour of refunds. */
    public void behaveWhenRefunding(Behaviour next) {
        refunding = next;
    }

    /** Lets nobody read the provider's records. */
    public void closeRecords() {
        recordsAreAway = true;
    }

    /** Runs the action while the shopper waits for the next answers. */
    public void beforeAnswering(Runnable action) {
        beforeAnswer = action;
    }

    /** Runs the action at the start of each attempt to refund a charge, and passes the charge. */
    public void beforeRefunding(Consumer<String> action) {
        beforeRefund = action;
    }

    public void reset() {
        behaviour = Behaviour.APPROVING;
        refunding = Behaviour.APPROVING;
        recordsAreAway = false;
        beforeAnswer = () -> {};
        beforeRefund = charge -> {};
        charged.clear();
    }

    /** The amounts of all requested charges. */
    public List<Long> charged() {
        return charged;
    }

    @Override
    public Charge charge(long orderId, long amountCents) {
        charged.add(amountCents);
        beforeAnswer.run();
        if (behaviour == Behaviour.DECLINING) {
            return new Charge.Declined();
        }
        Charge made = mock.charge(orderId, amountCents);
        return behaviour == Behaviour.APPROVING ? made : new Charge.Unknown();
    }

    @Override
    public Refund refund(String chargeId, long amountCents, String idempotencyKey) {
        beforeRefund.accept(chargeId);
        if (refunding == Behaviour.DECLINING) {
            return new Refund.Refused("the card is closed");
        }
        Refund made = mock.refund(chargeId, amountCents, idempotencyKey);
        return refunding == Behaviour.APPROVING ? made : new Refund.Unknown("no answer");
    }

    @Override
    public List<PaymentNotification> charges(Position after, Instant until, int limit) {
        if (recordsAreAway) {
            throw new IllegalStateException("the records are closed");
        }
        return mock.charges(after, until, limit);
    }
}
