package io.flashsale.order.provider;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** The mock provider, unless a test has it refuse, or do what it is asked for and not answer. */
public final class StubPaymentProvider implements PaymentProvider {

    public enum Behaviour {
        APPROVING,
        /** Charges and refunds nothing. */
        DECLINING,
        /** Charges or refunds, and the answer is lost. */
        NOT_ANSWERING,
        /** Charges or refunds, and does not answer for as long as it is waited for, which is not long. */
        HANGING
    }

    /** In the place of the mock in every IT. */
    @TestConfiguration
    public static class Instead {

        @Bean("paymentProvider")
        StubPaymentProvider stubPaymentProvider(
                MockProviderMapper records, NotificationSignature signature, JsonMapper json) {
            return new StubPaymentProvider(new MockPaymentProvider(records, signature, json, Clock.systemUTC()));
        }
    }

    private static final PaymentProvider SILENT = new BoundedPaymentProvider(new Silent(), Duration.ofMillis(50));

    private final PaymentProvider mock;
    private final List<Long> charged = new CopyOnWriteArrayList<>();
    private volatile Behaviour behaviour = Behaviour.APPROVING;
    private volatile Behaviour refunding = Behaviour.APPROVING;
    private volatile Runnable beforeAnswer = () -> {};
    private volatile Consumer<String> beforeRefund = charge -> {};

    private StubPaymentProvider(PaymentProvider mock) {
        this.mock = mock;
    }

    /** When it is to charge. */
    public void behave(Behaviour next) {
        behaviour = next;
    }

    /** When it is to refund. */
    public void behaveWhenRefunding(Behaviour next) {
        refunding = next;
    }

    /** Happens while the shopper waits for the next answers. */
    public void beforeAnswering(Runnable action) {
        beforeAnswer = action;
    }

    /** Happens at the beginning of each attempt to refund a charge, which this is told. */
    public void beforeRefunding(Consumer<String> action) {
        beforeRefund = action;
    }

    public void reset() {
        behaviour = Behaviour.APPROVING;
        refunding = Behaviour.APPROVING;
        beforeAnswer = () -> {};
        beforeRefund = charge -> {};
        charged.clear();
    }

    /** The amounts that were asked for. */
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
        if (behaviour == Behaviour.HANGING) {
            return SILENT.charge(orderId, amountCents);
        }
        return behaviour == Behaviour.APPROVING ? made : new Charge.Unknown();
    }

    @Override
    public Refund refund(String chargeId, long amountCents, String idempotencyKey) {
        beforeRefund.accept(chargeId);
        if (refunding == Behaviour.DECLINING) {
            return new Refund.Refused("the card is closed");
        }
        Refund made = mock.refund(chargeId, amountCents, idempotencyKey);
        if (refunding == Behaviour.HANGING) {
            return SILENT.refund(chargeId, amountCents, idempotencyKey);
        }
        return refunding == Behaviour.APPROVING ? made : new Refund.Unknown("no answer");
    }

    @Override
    public List<PaymentNotification> charges(Position after, Instant until, int limit) {
        return mock.charges(after, until, limit);
    }

    /** Answers nothing until it is interrupted. */
    private static final class Silent implements PaymentProvider {

        @Override
        public Charge charge(long orderId, long amountCents) {
            return hang();
        }

        @Override
        public Refund refund(String chargeId, long amountCents, String idempotencyKey) {
            return hang();
        }

        @Override
        public List<PaymentNotification> charges(Position after, Instant until, int limit) {
            return hang();
        }

        private static <T> T hang() {
            try {
                while (true) {
                    Thread.sleep(Duration.ofDays(1));
                }
            } catch (InterruptedException toldToStop) {
                throw new IllegalStateException(toldToStop);
            }
        }
    }
}
