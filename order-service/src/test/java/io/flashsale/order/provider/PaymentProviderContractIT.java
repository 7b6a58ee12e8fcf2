package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.provider.PaymentProvider.Charge;
import io.flashsale.order.provider.PaymentProvider.Position;
import io.flashsale.order.provider.PaymentProvider.Refund;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Checks the contract of {@link PaymentProvider} on the mock. */
class PaymentProviderContractIT extends OrderServiceFixture {

    @Autowired
    private MockProviderMapper records;

    @Autowired
    private NotificationSignature signature;

    private PaymentProvider mock;

    @BeforeEach
    void mockProvider() {
        mock = new MockPaymentProvider(records, signature, json, Clock.systemUTC());
    }

    private PaymentNotification confirmed(Charge charge) {
        assertThat(charge)
                .isInstanceOfSatisfying(
                        Charge.Confirmed.class,
                        made -> assertThat(signature.isValid(made.signature(), made.notification()))
                                .isTrue());
        return json.readValue(((Charge.Confirmed) charge).notification(), PaymentNotification.class);
    }

    @Test
    void shouldChargeAnOrderOnceAndAnswerTheFirstChargeAgain() {
        long order = newId();
        PaymentNotification first = confirmed(mock.charge(order, 700));
        assertThat(first.orderId()).isEqualTo(order);
        assertThat(first.amountCents()).isEqualTo(700);
        assertThat(first.isComplete()).isTrue();
        assertThat(confirmed(mock.charge(order, 700))).isEqualTo(first);
        assertThat(confirmed(mock.charge(order, 900))).isEqualTo(first);
    }

    @Test
    void shouldRefundAChargeWholeAndOnce() {
        String charge = confirmed(mock.charge(newId(), 700)).paymentId();
        assertThat(mock.refund("no-" + charge, 700, "a-" + charge)).isInstanceOf(Refund.Refused.class);
        assertThat(mock.refund(charge, 699, "b-" + charge)).isInstanceOf(Refund.Refused.class);
        Refund made = mock.refund(charge, 700, "c-" + charge);
        assertThat(made).isInstanceOf(Refund.Made.class);
        assertThat(mock.refund(charge, 700, "c-" + charge)).isEqualTo(made);
    }

    /** An order that a restored backup has brought back to life must not be paid by money that is not there. */
    @Test
    void shouldForgetAChargeThatWasGivenBack() {
        long order = newId();
        PaymentNotification charge = confirmed(mock.charge(order, 700));
        mock.refund(charge.paymentId(), 700, "key-" + order);
        assertThat(mock.charges(Position.before(charge.paidAt()), charge.paidAt(), 1_000))
                .doesNotContain(charge);
        assertThat(mock.charge(order, 700)).isInstanceOf(Charge.Declined.class);
    }

    @Test
    void shouldTellItsChargesPageByPageOldestFirst() {
        PaymentNotification first = confirmed(mock.charge(newId(), 700));
        PaymentNotification second = confirmed(mock.charge(newId(), 0));
        Position before = Position.before(first.paidAt());
        Instant until = second.paidAt();
        assertThat(mock.charges(before, until, 1_000)).containsSubsequence(first, second);
        assertThat(mock.charges(Position.of(first), until, 1_000))
                .contains(second)
                .doesNotContain(first);
        assertThat(mock.charges(before, until, 1)).hasSize(1);
        assertThat(mock.charges(before, first.paidAt().minusMillis(1), 1_000)).isEmpty();
    }
}
