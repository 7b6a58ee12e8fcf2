package io.flashsale.order.payment;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** The mock provider, unless a test has it decline, or take the money and not answer. */
public final class StubPaymentProvider implements PaymentProvider {

    enum Behaviour {
        APPROVING,
        DECLINING,
        /** Charges, and the answer is lost. */
        NOT_ANSWERING
    }

    /** In the place of the mock in every IT. */
    @TestConfiguration
    public static class Instead {

        @Bean
        StubPaymentProvider stubPaymentProvider(NotificationSignature signature, JsonMapper json) {
            return new StubPaymentProvider(new MockPaymentProvider(signature, json, Clock.systemUTC()));
        }
    }

    private final PaymentProvider mock;
    private final List<Long> charged = new CopyOnWriteArrayList<>();
    private volatile Behaviour behaviour = Behaviour.APPROVING;
    private volatile Runnable beforeAnswer = () -> {};

    private StubPaymentProvider(PaymentProvider mock) {
        this.mock = mock;
    }

    void behave(Behaviour next) {
        behaviour = next;
    }

    /** Happens while the shopper waits for the next answers. */
    void beforeAnswering(Runnable action) {
        beforeAnswer = action;
    }

    void reset() {
        behaviour = Behaviour.APPROVING;
        beforeAnswer = () -> {};
        charged.clear();
    }

    /** The amounts that were asked for. */
    List<Long> charged() {
        return charged;
    }

    @Override
    public Charge charge(long orderId, long amountCents) {
        charged.add(amountCents);
        beforeAnswer.run();
        return switch (behaviour) {
            case APPROVING -> mock.charge(orderId, amountCents);
            case DECLINING -> new Charge.Declined();
            case NOT_ANSWERING -> new Charge.Unknown();
        };
    }
}
