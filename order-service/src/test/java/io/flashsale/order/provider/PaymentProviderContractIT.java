package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.provider.PaymentProvider.Charge;
import io.flashsale.order.provider.PaymentProvider.Position;
import io.flashsale.order.provider.PaymentProvider.Refund;
import io.flashsale.order.provider.StubPaymentProvider.Behaviour;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Checks the contract of {@link PaymentProvider} on the mock, the tests' stub and the bounded provider. */
class PaymentProviderContractIT extends OrderServiceFixture {

    enum Which {
        MOCK,
        STUB,
        BOUNDED
    }

    @Autowired
    private StubPaymentProvider stub;

    @Autowired
    private MockProviderMapper records;

    @Autowired
    private NotificationSignature signature;

    @AfterEach
    void approveAgain() {
        stub.reset();
    }

    private PaymentProvider provider(Which which) {
        PaymentProvider mock = new MockPaymentProvider(records, signature, json, Clock.systemUTC());
        return switch (which) {
            case MOCK -> mock;
            case STUB -> stub;
            case BOUNDED -> new BoundedPaymentProvider(mock, Duration.ofMinutes(5));
        };
    }

    private PaymentNotification confirmed(Charge charge) {
        assertThat(charge)
                .isInstanceOfSatisfying(
                        Charge.Confirmed.class,
                        made -> assertThat(signature.isValid(made.signature(), made.notification()))
                                .isTrue());
        return json.readValue(((Charge.Confirmed) charge).notification(), PaymentNotification.class);
    }

    @ParameterizedTest
    @EnumSource
    void shouldChargeAnOrderOnceAndAnswerTheFirstChargeAgain(Which which) {
        PaymentProvider provider = provider(which);
        long order = newId();
        PaymentNotification first = confirmed(provider.charge(order, 700));
        assertThat(first.orderId()).isEqualTo(order);
        assertThat(first.amountCents()).isEqualTo(700);
        assertThat(first.isComplete()).isTrue();
        assertThat(confirmed(provider.charge(order, 700))).isEqualTo(first);
        assertThat(confirmed(provider.charge(order, 900))).isEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefundAChargeWholeAndOnce(Which which) {
        PaymentProvider provider = provider(which);
        String charge = confirmed(provider.charge(newId(), 700)).paymentId();
        assertThat(provider.refund("no-" + charge, 700, "a-" + charge)).isInstanceOf(Refund.Refused.class);
        assertThat(provider.refund(charge, 699, "b-" + charge)).isInstanceOf(Refund.Refused.class);
        Refund made = provider.refund(charge, 700, "c-" + charge);
        assertThat(made).isInstanceOf(Refund.Made.class);
        assertThat(provider.refund(charge, 700, "c-" + charge)).isEqualTo(made);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellItsChargesPageByPageOldestFirst(Which which) {
        PaymentProvider provider = provider(which);
        PaymentNotification first = confirmed(provider.charge(newId(), 700));
        PaymentNotification second = confirmed(provider.charge(newId(), 0));
        Position before = Position.before(first.paidAt());
        Instant until = second.paidAt();
        assertThat(provider.charges(before, until, 1_000)).containsSubsequence(first, second);
        assertThat(provider.charges(Position.of(first), until, 1_000))
                .contains(second)
                .doesNotContain(first);
        assertThat(provider.charges(before, until, 1)).hasSize(1);
        assertThat(provider.charges(before, first.paidAt().minusMillis(1), 1_000))
                .isEmpty();
    }

    @Test
    void shouldTellWhenTheCallIsRepeatedWhatCameOfOneThatWasNotAnswered() {
        long order = newId();
        stub.behave(Behaviour.NOT_ANSWERING);
        assertThat(stub.charge(order, 700)).isInstanceOf(Charge.Unknown.class);
        stub.behave(Behaviour.APPROVING);
        String charge = confirmed(stub.charge(order, 700)).paymentId();

        stub.behaveWhenRefunding(Behaviour.NOT_ANSWERING);
        assertThat(stub.refund(charge, 700, charge)).isInstanceOf(Refund.Unknown.class);
        stub.behaveWhenRefunding(Behaviour.APPROVING);
        assertThat(stub.refund(charge, 700, charge)).isInstanceOf(Refund.Made.class);
    }

    @Test
    void shouldTakeNothingWhenItDeclines() {
        Instant before = Instant.now();
        long order = newId();
        stub.behave(Behaviour.DECLINING);
        assertThat(stub.charge(order, 700)).isInstanceOf(Charge.Declined.class);
        List<PaymentNotification> taken = stub.charges(Position.before(before), Instant.now(), 1_000);
        assertThat(taken).extracting(PaymentNotification::orderId).doesNotContain(order);
    }
}
