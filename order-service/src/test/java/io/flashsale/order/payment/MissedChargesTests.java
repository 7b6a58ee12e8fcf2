package io.flashsale.order.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.PaymentProvider;
import io.flashsale.order.provider.PaymentProvider.Position;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Which charges of the provider's records are found, by a clock that the test sets. */
class MissedChargesTests {

    private static final long ORDER = 1;

    private final List<PaymentNotification> records = new ArrayList<>();
    private final Map<String, Integer> read = new HashMap<>();
    private final Set<String> recorded = new HashSet<>();
    private final Set<String> poison = new HashSet<>();
    private final Set<String> withoutOrder = new HashSet<>();
    private final List<String> attempts = new ArrayList<>();
    private final PaymentProvider provider = mock(PaymentProvider.class);
    private final ChargeMapper charges = mock(ChargeMapper.class);
    private final PaymentNotifications notifications = mock(PaymentNotifications.class);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private Instant now = Instant.parse("2031-01-01T00:00:00Z");
    private boolean databaseIsAway;
    private boolean providerIsAway;
    private final MissedCharges missed = new MissedCharges(
            provider,
            charges,
            notifications,
            new MissedChargesProperties(Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofMinutes(10)),
            () -> now,
            meters);

    @BeforeEach
    void keepRecords() {
        when(provider.charges(any(), any(), anyInt()))
                .thenAnswer(call -> page(call.getArgument(0), call.getArgument(1), call.getArgument(2)));
        when(charges.recorded(anyCollection()))
                .thenAnswer(call -> call.<Collection<String>>getArgument(0).stream()
                        .filter(recorded::contains)
                        .toList());
        when(notifications.settle(any())).thenAnswer(call -> settle(call.getArgument(0)));
    }

    /** A page of the records, as a provider gives it. */
    private List<PaymentNotification> page(Position after, Instant until, int limit) {
        if (providerIsAway) {
            throw new IllegalStateException("no answer");
        }
        return records.stream()
                .filter(charge -> charge.paidAt().isAfter(after.paidAt())
                        || (charge.paidAt().equals(after.paidAt())
                                && charge.paymentId().compareTo(after.paymentId()) > 0))
                .filter(charge -> !charge.paidAt().isAfter(until))
                .sorted(Comparator.comparing(PaymentNotification::paidAt).thenComparing(PaymentNotification::paymentId))
                .limit(limit)
                .peek(charge -> read.merge(charge.paymentId(), 1, Integer::sum))
                .toList();
    }

    private Settlement settle(PaymentNotification charge) {
        attempts.add(charge.paymentId());
        if (databaseIsAway) {
            throw new CannotCreateTransactionException("no connection");
        }
        if (withoutOrder.contains(charge.paymentId())) {
            return new Settlement.NoOrderYet();
        }
        if (poison.contains(charge.paymentId())) {
            throw new DataIntegrityViolationException("out of range");
        }
        recorded.add(charge.paymentId());
        return new Settlement.Paid(charge, true);
    }

    private void taken(String charge, Duration ago) {
        records.add(new PaymentNotification(ORDER, charge, 100, now.minus(ago)));
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private void lookAfter(Duration time) {
        pass(time);
        missed.settleAll();
    }

    private double unsettled() {
        return meters.get("flashsale.payments.unsettled").gauge().value();
    }

    @Test
    void shouldFindWhatWasTakenInAnOutageOfOursOfDays() {
        taken("long-ago", Duration.ofDays(20));
        taken("just-before-the-start", Duration.ofSeconds(5));
        missed.settleAll();
        assertThat(recorded).containsExactly("long-ago", "just-before-the-start");

        taken("too-young", Duration.ofSeconds(5));
        missed.settleAll();
        assertThat(recorded).doesNotContain("too-young");
    }

    /** The charge is made just before each deadline, and its answer is lost. The provider's clock is 10 s ahead. */
    @Test
    void shouldKnowUpToADeadlineOnlyAfterALookThatFindsWhatWasTakenBefore() {
        assertThat(missed.known().until()).isEqualTo(Instant.EPOCH);
        for (int second = 0; second < 300; second++) {
            String charge = "charge-" + second;
            records.add(new PaymentNotification(1, charge, 100, now.plusSeconds(10)));
            pass(Duration.ofSeconds(1));
            if (second % 60 == 30) {
                missed.settleAll();
            }
            assertThat(records)
                    .filteredOn(taken -> !taken.paidAt()
                            .minusSeconds(10)
                            .isAfter(missed.known().until()))
                    .allSatisfy(taken -> assertThat(recorded).contains(taken.paymentId()));
        }
        assertThat(missed.known().until()).isEqualTo(Instant.parse("2031-01-01T00:04:11Z"));
    }

    @Test
    void shouldFindWhatWasTakenInAnOutageOfTheProvider() {
        missed.settleAll();
        providerIsAway = true;
        for (int hour = 0; hour < 5; hour++) {
            pass(Duration.ofHours(1));
            taken("hour-" + hour, Duration.ZERO);
            assertThatThrownBy(missed::settleAll).hasMessage("no answer");
            assertThat(missed.known().until()).isEqualTo(Instant.EPOCH);
        }
        providerIsAway = false;
        lookAfter(Duration.ofMinutes(1));
        assertThat(missed.known().until()).isEqualTo(now.minusSeconds(20));
        assertThat(recorded).hasSize(5);
    }

    @Test
    void shouldFindWhatTheProviderEntersMinutesLater() {
        missed.settleAll();
        lookAfter(Duration.ofMinutes(30));
        taken("entered-late", Duration.ofMinutes(8));
        lookAfter(Duration.ofMinutes(2));
        assertThat(recorded).isEmpty();
        lookAfter(Duration.ofSeconds(11));
        assertThat(recorded).containsExactly("entered-late");
    }

    @Test
    void shouldReadEachChargeTwice() {
        missed.settleAll();
        for (int minute = 0; minute < 60; minute++) {
            if (minute < 40) {
                taken("charge-" + minute, Duration.ofMillis(-1)); // between the ends of two looks
            }
            lookAfter(Duration.ofMinutes(1).plusSeconds(minute % 3));
        }
        assertThat(read.values()).hasSize(40).containsOnly(2);
    }

    @Test
    void shouldSettleWhatTheProviderHasGivenAnotherId() {
        taken("not-ours", Duration.ofMinutes(3));
        poison.add("not-ours");
        missed.settleAll();
        PaymentNotification known = records.removeFirst();
        records.add(new PaymentNotification(known.orderId(), "ours", known.amountCents(), known.paidAt()));
        lookAfter(Duration.ofHours(3)); // longer than the second cursor trails
        assertThat(recorded).containsExactly("ours");
        assertThat(unsettled()).isZero();
    }

    @Test
    void shouldSettleWhatTheProviderHasGivenAnotherTime() {
        taken("not-ours", Duration.ofMinutes(3));
        poison.add("not-ours");
        missed.settleAll();
        lookAfter(Duration.ofMinutes(2));
        records.clear();
        taken("ours", Duration.ofMinutes(6));
        lookAfter(Duration.ofMinutes(1));
        assertThat(recorded).containsExactly("ours");
        assertThat(unsettled()).isZero();
    }

    @Test
    void shouldFindWhatTheProviderEntersRightAfterAStart() {
        missed.settleAll();
        taken("entered-late", Duration.ofSeconds(3));
        lookAfter(Duration.ofMinutes(1));
        assertThat(recorded).containsExactly("entered-late");
    }

    @Test
    void shouldLookFarBackOnceADay() {
        missed.settleAll();
        taken("entered-a-week-late", Duration.ofDays(7));
        lookAfter(Duration.ofHours(23));
        assertThat(recorded).isEmpty();
        lookAfter(Duration.ofHours(2));
        assertThat(recorded).containsExactly("entered-a-week-late");
        records.clear();
        taken("again", Duration.ofDays(7));
        missed.settleAll();
        assertThat(recorded).doesNotContain("again");
    }

    @Test
    void shouldSettleTheOthersWhenOneCannotBeSettledAndTryItAgainHoweverOldItGets() {
        taken("before", Duration.ofMinutes(3));
        taken("poison", Duration.ofMinutes(2));
        taken("after", Duration.ofMinutes(1));
        records.add(new PaymentNotification(-1, "nonsense", -5, now.minusSeconds(90)));
        poison.add("poison");
        missed.settleAll();
        assertThat(recorded).containsExactlyInAnyOrder("before", "after");
        assertThat(unsettled()).isEqualTo(2);
        assertThat(missed.known().charged()).contains(ORDER);

        lookAfter(Duration.ofHours(3)); // longer than the second cursor trails
        assertThat(unsettled()).isEqualTo(2);
        poison.clear();
        missed.settleAll();
        assertThat(recorded).contains("poison");
        assertThat(unsettled()).isEqualTo(1);
        assertThat(missed.known().charged()).doesNotContain(ORDER);
    }

    @Test
    void shouldForgetNoChargeHoweverManyWaitForTheirOrders() {
        IntStream.range(0, 1_100).forEach(n -> {
            taken("waits-" + n, Duration.ofHours(1));
            withoutOrder.add("waits-" + n);
        });
        missed.settleAll();
        assertThat(recorded).isEmpty();
        assertThat(unsettled()).isPositive();
        assertThat(missed.known().until())
                .as("not all of their orders are known")
                .isEqualTo(Instant.EPOCH);
        withoutOrder.clear();
        lookAfter(Duration.ofMinutes(1));
        assertThat(recorded).hasSize(1_100);
        assertThat(unsettled()).isZero();
        assertThat(missed.known().until()).isEqualTo(now.minusSeconds(20));
    }

    /** Follows docs/runbooks/money.md: the alert must stop after the operator has done this. */
    @Test
    void shouldForgetWhatTheProviderShowsNoMoreAndSettleWhatItHasPutRight() {
        taken("not-ours", Duration.ofMinutes(3));
        records.add(new PaymentNotification(1, "damaged", -5, now.minusSeconds(90)));
        poison.add("not-ours");
        missed.settleAll();
        assertThat(unsettled()).isEqualTo(2);
        pass(Duration.ofHours(3)); // longer than the second cursor trails
        records.clear();
        records.add(new PaymentNotification(
                1, "damaged", 5, now.minus(Duration.ofHours(3)).minusSeconds(90)));
        missed.settleAll();
        assertThat(unsettled()).isZero();
        assertThat(recorded).containsExactly("damaged");
    }

    @Test
    void shouldEndTheLookAtOnceWhenTheDatabaseIsAway() {
        IntStream.range(0, 50).forEach(n -> taken("one-of-many-" + n, Duration.ofMinutes(1)));
        databaseIsAway = true;
        assertThatThrownBy(missed::settleAll).isInstanceOf(CannotCreateTransactionException.class);
        assertThat(attempts).hasSize(1);
        assertThat(unsettled()).isZero();
        databaseIsAway = false;
        missed.settleAll();
        assertThat(recorded).hasSize(50);
    }
}
