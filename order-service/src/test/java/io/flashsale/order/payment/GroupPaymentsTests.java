package io.flashsale.order.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.contracts.order.PaymentCall.Line;
import io.flashsale.order.ordering.CouponUse;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.payment.PaymentNotifications.Answered;
import io.flashsale.order.provider.Money;
import io.flashsale.order.provider.NotificationSignature;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.PaymentProvider;
import io.flashsale.order.provider.PaymentProvider.Charge;
import io.flashsale.order.provider.PaymentProvider.Due;
import io.flashsale.order.provider.ShopCurrency;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.QueryTimeoutException;
import tools.jackson.databind.json.JsonMapper;

/** Who is charged and told what, without a database. */
class GroupPaymentsTests {

    private static final long PRICE = 700;
    private static final Currency EURO = Currency.getInstance("EUR");
    private static final Instant NOW = Instant.parse("2031-01-01T00:00:00Z");
    private static final NotificationSignature SIGNATURE =
            new NotificationSignature("a secret of the tests", Clock.systemUTC());

    private final JsonMapper json = JsonMapper.shared();
    private final Map<Long, Order> rows = new HashMap<>();
    private final List<Long> charged = new ArrayList<>();
    private final List<Long> together = new ArrayList<>();
    private final List<Long> alone = new ArrayList<>();
    private final OrderMapper orders = mock(OrderMapper.class);
    private final PaymentProvider provider = mock(PaymentProvider.class);
    private final PaymentNotifications notifications = mock(PaymentNotifications.class);
    private final Payments payments = mock(Payments.class);
    private final ShopCurrency currency = mock(ShopCurrency.class);
    private final GroupPayments group = new GroupPayments(
            orders,
            provider,
            currency,
            new SignedNotifications(SIGNATURE, json, notifications),
            notifications,
            payments);

    private boolean fit = true;
    private long amount = PRICE;

    @BeforeEach
    void wire() {
        when(orders.findAll(anyCollection()))
                .thenAnswer(call -> call.<List<Long>>getArgument(0).stream()
                        .distinct()
                        .filter(rows::containsKey)
                        .map(rows::get)
                        .toList());
        when(currency.of(PRICE)).thenReturn(new Money(PRICE, EURO));
        when(provider.chargeAll(anyList()))
                .thenAnswer(call -> call.<List<Due>>getArgument(0).stream()
                        .map(due -> confirmed(due.orderId(), due.amount()))
                        .toList());
        when(notifications.settleTogether(anyList())).thenAnswer(call -> {
            call.<List<Answered>>getArgument(0)
                    .forEach(one -> together.add(one.order().id()));
            return fit;
        });
        when(payments.settled(any(), any())).thenAnswer(call -> {
            Order order = call.getArgument(0);
            alone.add(order.id());
            if (order.id() == 13) {
                throw new QueryTimeoutException("the database is away");
            }
            return new PaymentOutcome.Closed();
        });
    }

    private Charge confirmed(long order, Money due) {
        assertThat(due).isEqualTo(new Money(PRICE, EURO));
        charged.add(order);
        byte[] body = json.writeValueAsString(new PaymentNotification(order, "charge-" + order, amount, NOW))
                .getBytes(StandardCharsets.UTF_8);
        return new Charge.Confirmed(body, SIGNATURE.sign(body));
    }

    private void row(long id, OrderStatus status, boolean overdue, CouponUse.@Nullable State coupon) {
        rows.put(
                id,
                new Order(
                        id,
                        1,
                        id + 100,
                        "A lamp",
                        "/lamp.svg",
                        PRICE,
                        status,
                        null,
                        NOW,
                        NOW,
                        null,
                        null,
                        overdue,
                        null,
                        0,
                        coupon,
                        0,
                        0,
                        0,
                        0));
    }

    private void open(long... ids) {
        for (long id : ids) {
            row(id, OrderStatus.AWAITING_PAYMENT, false, null);
        }
    }

    /** Each order is paid by its own shopper. */
    private Map<Line, PaymentOutcome> pay(long... ids) {
        LinkedHashSet<Line> lines = new LinkedHashSet<>();
        for (long id : ids) {
            lines.add(own(id));
        }
        return group.pay(lines);
    }

    private static Line own(long id) {
        return new Line(id, id + 100);
    }

    @Test
    void shouldPayWhatFitsTogether() {
        open(1, 2, 3);
        assertThat(pay(3, 1, 2))
                .hasSize(3)
                .allSatisfy((line, outcome) -> assertThat(outcome)
                        .isInstanceOfSatisfying(
                                PaymentOutcome.Paid.class,
                                paid -> assertThat(paid.order().paidAt()).isEqualTo(NOW)));
        assertThat(together).containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(alone).isEmpty();
    }

    @Test
    void shouldChargeOnlyTheShoppersOwnPlainOrders() {
        open(1, 2);
        row(3, OrderStatus.AWAITING_PAYMENT, true, null);
        row(4, OrderStatus.AWAITING_PAYMENT, false, CouponUse.State.FREED);
        Map<Line, PaymentOutcome> outcomes =
                group.pay(new LinkedHashSet<>(List.of(own(1), new Line(2, 7), own(3), own(4), own(5))));
        assertThat(charged).containsExactly(1L);
        assertThat(outcomes).containsOnlyKeys(own(1));
    }

    @ParameterizedTest
    @EnumSource(names = {"PAID", "CLOSED", "REJECTED", "REFUND_DUE", "REFUNDED"})
    void shouldSayWhatAnEndedOrderIsWithoutACharge(OrderStatus status) {
        row(1, status, false, null);
        Order order = Objects.requireNonNull(rows.get(1L));
        assertThat(pay(1)).containsEntry(own(1), PaymentOutcome.of(order));
        assertThat(charged).isEmpty();
    }

    @Test
    void shouldSettleEachAloneIfTheyDoNotFitTogether() {
        open(1, 2);
        fit = false;
        assertThat(pay(1, 2).values()).containsOnly(new PaymentOutcome.Closed());
        assertThat(alone).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void shouldSettleEachAloneIfTheProviderTookAnotherAmount() {
        open(1, 2);
        amount = PRICE - 1;
        assertThat(pay(1, 2).values()).containsOnly(new PaymentOutcome.Closed());
        assertThat(together).isEmpty();
    }

    @Test
    void shouldLeaveTheRestWhenOneFails() {
        open(1, 2, 13);
        fit = false;
        Map<Line, PaymentOutcome> outcomes = pay(1, 2, 13);
        assertThat(outcomes).doesNotContainKey(own(13)).hasSize(alone.size() - 1);
        assertThat(alone.getLast()).isEqualTo(13);
    }

    @Test
    void shouldLeaveAllIfTheProviderFailsOrTakesNoGroups() {
        open(1, 2);
        when(provider.chargeAll(anyList())).thenReturn(List.of());
        assertThat(pay(1, 2)).isEmpty();
        when(provider.chargeAll(anyList())).thenThrow(new IllegalStateException("broken"));
        assertThat(pay(1, 2)).isEmpty();
    }

    @Test
    void shouldTellEachWhatTheProviderSays() {
        open(1, 2, 3, 4);
        when(provider.chargeAll(anyList()))
                .thenAnswer(call -> call.<List<Due>>getArgument(0).stream()
                        .map(due -> switch ((int) due.orderId()) {
                            case 1 -> new Charge.Declined();
                            case 2 -> new Charge.Unknown();
                            case 4 -> new Charge.ActionRequired("/step");
                            default -> confirmed(due.orderId(), due.amount());
                        })
                        .toList());
        Map<Line, PaymentOutcome> outcomes = pay(1, 2, 3, 4);
        assertThat(outcomes)
                .containsEntry(own(4), new PaymentOutcome.ActionRequired(Objects.requireNonNull(rows.get(4L)), "/step"))
                .containsEntry(own(1), new PaymentOutcome.Declined())
                .containsEntry(own(2), new PaymentOutcome.Unknown());
        assertThat(outcomes.get(own(3))).isInstanceOf(PaymentOutcome.Paid.class);
        assertThat(together).containsExactly(3L);
    }
}
