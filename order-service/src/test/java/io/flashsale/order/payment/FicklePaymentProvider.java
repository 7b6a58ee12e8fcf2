package io.flashsale.order.payment;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** The mock provider, unless a test has it decline, or take the money and not answer. */
public final class FicklePaymentProvider implements PaymentProvider {

    enum Mood {
        AGREEABLE,
        DECLINING,
        /** Charges, and the answer is lost. */
        SILENT
    }

    /** In the place of the mock in every IT. */
    @TestConfiguration
    public static class Instead {

        @Bean
        FicklePaymentProvider ficklePaymentProvider(NotificationSignature signature, JsonMapper json) {
            return new FicklePaymentProvider(new MockPaymentProvider(signature, json, Clock.systemUTC()));
        }
    }

    private final PaymentProvider mock;
    private final List<Long> charged = new CopyOnWriteArrayList<>();
    private volatile Mood mood = Mood.AGREEABLE;
    private volatile Runnable beforeAnswer = () -> {};

    private FicklePaymentProvider(PaymentProvider mock) {
        this.mock = mock;
    }

    void become(Mood next) {
        mood = next;
    }

    /** Happens while the shopper waits for the next answers. */
    void beforeAnswering(Runnable action) {
        beforeAnswer = action;
    }

    void startAfresh() {
        mood = Mood.AGREEABLE;
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
        return switch (mood) {
            case AGREEABLE -> mock.charge(orderId, amountCents);
            case DECLINING -> new Charge.Declined();
            case SILENT -> new Charge.Unknown();
        };
    }
}
