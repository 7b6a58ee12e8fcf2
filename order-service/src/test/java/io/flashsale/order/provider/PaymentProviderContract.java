package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.order.provider.PaymentProvider.Charge;
import io.flashsale.order.provider.PaymentProvider.Due;
import io.flashsale.order.provider.PaymentProvider.Position;
import io.flashsale.order.provider.PaymentProvider.Refund;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What every {@link PaymentProvider} does. A test of another provider implements this, too. */
public interface PaymentProviderContract {

    PaymentProvider provider();

    NotificationSignature signature();

    /** The id of an order that was never charged. */
    long newOrder();

    private static Money euro(long cents) {
        return new Money(cents, Currency.getInstance("EUR"));
    }

    private PaymentNotification confirmed(Charge charge) {
        assertThat(charge)
                .isInstanceOfSatisfying(
                        Charge.Confirmed.class,
                        made -> assertThat(signature().isValid(made.signature(), made.notification()))
                                .isTrue());
        return JsonMapper.shared().readValue(((Charge.Confirmed) charge).notification(), PaymentNotification.class);
    }

    @Test
    default void shouldChargeAnOrderOnceAndAnswerTheFirstChargeAgain() {
        long order = newOrder();
        PaymentNotification first = confirmed(provider().charge(order, euro(700)));
        assertThat(first.orderId()).isEqualTo(order);
        assertThat(first.amountCents()).isEqualTo(700);
        assertThat(first.isComplete()).isTrue();
        assertThat(confirmed(provider().charge(order, euro(700)))).isEqualTo(first);
        assertThat(confirmed(provider().charge(order, euro(900)))).isEqualTo(first);
    }

    @Test
    default void shouldChargeOnceWhateverWaysAShopperTries() {
        for (String method : provider().methods()) {
            long order = newOrder();
            Charge first = provider().charge(order, euro(700), method);
            if (first instanceof Charge.ActionRequired) {
                assertThat(provider().charge(order, euro(700), method)).isEqualTo(first);
            }
            PaymentNotification charge = confirmed(provider().charge(order, euro(700)));
            assertThat(confirmed(provider().charge(order, euro(700), method))).isEqualTo(charge);
        }
    }

    @Test
    default void shouldRefuseAMethodThatItDoesNotName() {
        long order = newOrder();
        assertThat(provider().methods()).doesNotContain("", "no-such-method");
        assertThatThrownBy(() -> provider().charge(order, euro(700), "no-such-method"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(confirmed(provider().charge(order, euro(700))).orderId()).isEqualTo(order);
    }

    /** A provider that takes one order at a time charges nobody here. */
    @Test
    default void shouldChargeAGroupAsItChargesEachOrNobodyOfIt() {
        long before = newOrder();
        PaymentNotification first = confirmed(provider().charge(before, euro(700)));
        List<Due> dues =
                List.of(new Due(newOrder(), euro(500)), new Due(before, euro(700)), new Due(newOrder(), euro(900)));
        List<Charge> charges = provider().chargeAll(dues);
        List<PaymentNotification> alone = dues.stream()
                .map(due -> confirmed(provider().charge(due.orderId(), due.amount())))
                .toList();
        assertThat(alone).contains(first);
        if (!charges.isEmpty()) {
            assertThat(charges).extracting(this::confirmed).isEqualTo(alone);
        }
    }

    @Test
    default void shouldRefundAChargeWholeAndOnce() {
        String charge = confirmed(provider().charge(newOrder(), euro(700))).paymentId();
        assertThat(provider().refund("no-" + charge, euro(700), "a-" + charge)).isInstanceOf(Refund.Refused.class);
        assertThat(provider().refund(charge, euro(699), "b-" + charge)).isInstanceOf(Refund.Refused.class);
        Refund made = provider().refund(charge, euro(700), "c-" + charge);
        assertThat(made).isInstanceOf(Refund.Made.class);
        assertThat(provider().refund(charge, euro(700), "c-" + charge)).isEqualTo(made);
    }

    /** An order that a restored backup has brought back to life must not be paid by money that is not there. */
    @Test
    default void shouldForgetAChargeThatWasGivenBack() {
        long order = newOrder();
        PaymentNotification charge = confirmed(provider().charge(order, euro(700)));
        provider().refund(charge.paymentId(), euro(700), "key-" + order);
        assertThat(provider().charges(Position.before(charge.paidAt()), charge.paidAt(), 1_000))
                .doesNotContain(charge);
        assertThat(provider().charge(order, euro(700))).isInstanceOf(Charge.Declined.class);
    }

    @Test
    default void shouldTellItsChargesPageByPageOldestFirst() {
        PaymentNotification first = confirmed(provider().charge(newOrder(), euro(700)));
        PaymentNotification second = confirmed(provider().charge(newOrder(), euro(0)));
        Position before = Position.before(first.paidAt());
        Instant until = second.paidAt();
        assertThat(provider().charges(before, until, 1_000)).containsSubsequence(first, second);
        assertThat(provider().charges(Position.of(first), until, 1_000))
                .contains(second)
                .doesNotContain(first);
        assertThat(provider().charges(before, until, 1)).hasSize(1);
        assertThat(provider().charges(before, first.paidAt().minusMillis(1), 1_000))
                .isEmpty();
    }
}
