package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.order.provider.PaymentProvider.Charge;
import io.flashsale.order.provider.PaymentProvider.Position;
import io.flashsale.order.provider.PaymentProvider.Refund;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BoundedPaymentProviderTests {

    private static final Instant TIME = Instant.parse("2031-01-01T00:00:00Z");

    private final AtomicInteger interrupted = new AtomicInteger();

    /** Returns it as it is configured in the service. */
    private static PaymentProvider bounded(Runnable before, Duration timeout) {
        return new ProviderConfiguration()
                .boundedPaymentProvider(doing(before), new PaymentProperties("mock", "a secret of the tests", timeout));
    }

    private static PaymentProvider doing(Runnable before) {
        return new PaymentProvider() {
            @Override
            public Charge charge(long orderId, long amountCents) {
                before.run();
                return new Charge.Declined();
            }

            @Override
            public Refund refund(String chargeId, long amountCents, String idempotencyKey) {
                before.run();
                return new Refund.Made(idempotencyKey);
            }

            @Override
            public List<PaymentNotification> charges(Position after, Instant until, int limit) {
                before.run();
                return List.of();
            }
        };
    }

    private void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            interrupted.incrementAndGet();
        }
    }

    @Test
    void shouldPassOnWhatIsAnsweredInTime() {
        PaymentProvider prompt = bounded(() -> {}, Duration.ofMinutes(5));
        assertThat(prompt.charge(1, 2)).isEqualTo(new Charge.Declined());
        assertThat(prompt.refund("c", 2, "key")).isEqualTo(new Refund.Made("key"));
        assertThat(prompt.charges(Position.before(TIME), TIME, 10)).isEmpty();
    }

    @Test
    void shouldEndEachCallThatIsNotAnswered() {
        PaymentProvider hanging = bounded(this::hang, Duration.ofMillis(50));
        assertThat(hanging.charge(1, 2)).isEqualTo(new Charge.Unknown());
        assertThat(hanging.refund("c", 2, "key"))
                .isInstanceOfSatisfying(
                        Refund.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("no answer"));
        assertThatThrownBy(() -> hanging.charges(Position.before(TIME), TIME, 10))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no answer");
        await().atMost(Duration.ofMinutes(1)).until(() -> interrupted.get() == 3);
    }

    @Test
    void shouldThrowWhatTheProviderThrows() {
        PaymentProvider failing = bounded(
                () -> {
                    throw new UnsupportedOperationException("broken");
                },
                Duration.ofMinutes(5));
        assertThatThrownBy(() -> failing.charge(1, 2))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("broken");
    }
}
