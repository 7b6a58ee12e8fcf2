package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.order.provider.PaymentProvider.Charge;
import io.flashsale.order.provider.PaymentProvider.Due;
import io.flashsale.order.provider.PaymentProvider.Position;
import io.flashsale.order.provider.PaymentProvider.Refund;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mockito.invocation.InvocationOnMock;

class BoundedPaymentProviderTests {

    private static final Instant TIME = Instant.parse("2031-01-01T00:00:00Z");

    private static final Money TWO = new Money(2, Currency.getInstance("EUR"));

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> interrupted = new CopyOnWriteArrayList<>();

    /** Returns it as it is configured in the service. */
    private static PaymentProvider bounded(PaymentProvider provider, Duration timeout) {
        return new ProviderConfiguration()
                .boundedPaymentProvider(provider, new PaymentProperties("mock", "a secret of the tests", timeout));
    }

    private @Nullable Object hang(InvocationOnMock call) {
        asked.add(call.getMethod().getName());
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            interrupted.add(call.getMethod().getName());
        }
        return null;
    }

    @Test
    void shouldPassOnWhatIsAnsweredInTime() {
        PaymentProvider answering = mock(PaymentProvider.class);
        when(answering.charge(1, TWO)).thenReturn(new Charge.Declined());
        List<Due> dues = List.of(new Due(1, TWO), new Due(3, TWO));
        when(answering.chargeAll(dues)).thenReturn(List.of(new Charge.Declined(), new Charge.Unknown()));
        when(answering.refund("c", TWO, "key")).thenReturn(new Refund.Made("key"));
        when(answering.charges(Position.before(TIME), TIME, 10)).thenReturn(List.of());
        when(answering.methods()).thenReturn(Set.of("app"));
        when(answering.isMock()).thenReturn(true);
        when(answering.charge(1, TWO, "app")).thenReturn(new Charge.ActionRequired("/step"));
        PaymentProvider prompt = bounded(answering, Duration.ofMinutes(5));
        assertThat(prompt.charge(1, TWO)).isEqualTo(new Charge.Declined());
        assertThat(prompt.methods()).containsExactly("app");
        assertThat(prompt.isMock()).isTrue();
        assertThat(prompt.charge(1, TWO, "app")).isEqualTo(new Charge.ActionRequired("/step"));
        assertThat(prompt.chargeAll(dues)).containsExactly(new Charge.Declined(), new Charge.Unknown());
        assertThat(prompt.refund("c", TWO, "key")).isEqualTo(new Refund.Made("key"));
        assertThat(prompt.charges(Position.before(TIME), TIME, 10)).isEmpty();
    }

    @Test
    void shouldEndEachCallThatIsNotAnswered() {
        PaymentProvider hanging = bounded(mock(PaymentProvider.class, call -> hang(call)), Duration.ofMillis(50));
        untilAsked("charge", () -> assertThat(hanging.charge(1, TWO)).isEqualTo(new Charge.Unknown()));
        assertThat(hanging.charge(1, TWO, "app")).isEqualTo(new Charge.Unknown());
        untilAsked(
                "chargeAll",
                () -> assertThat(hanging.chargeAll(List.of(new Due(1, TWO), new Due(3, TWO))))
                        .containsExactly(new Charge.Unknown(), new Charge.Unknown()));
        untilAsked(
                "refund",
                () -> assertThat(hanging.refund("c", TWO, "key"))
                        .isInstanceOfSatisfying(
                                Refund.Unknown.class,
                                unknown -> assertThat(unknown.why()).contains("no answer")));
        untilAsked(
                "charges",
                () -> assertThatThrownBy(() -> hanging.charges(Position.before(TIME), TIME, 10))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("no answer"));
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(interrupted).containsExactlyInAnyOrderElementsOf(asked));
    }

    /** Repeats a call that ended before the provider was asked, as may happen on a slow machine. */
    private void untilAsked(String method, Runnable call) {
        for (int attempt = 1; attempt <= 100 && !asked.contains(method); attempt++) {
            call.run();
        }
        assertThat(asked).contains(method);
    }

    @Test
    void shouldThrowWhatTheProviderThrows() {
        PaymentProvider broken = mock(PaymentProvider.class);
        when(broken.charge(1, TWO)).thenThrow(new UnsupportedOperationException("broken"));
        PaymentProvider failing = bounded(broken, Duration.ofMinutes(5));
        assertThatThrownBy(() -> failing.charge(1, TWO))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("broken");
    }
}
