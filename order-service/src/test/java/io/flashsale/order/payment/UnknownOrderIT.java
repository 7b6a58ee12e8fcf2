package io.flashsale.order.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubStockService;
import io.flashsale.order.coupon.OrderCoupons;
import io.flashsale.order.journey.FollowedOrders;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.ReviewMapper;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.refund.Refunds;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.support.TransactionTemplate;

/** How long a charge waits for an order without a row, by a clock that the test sets. */
class UnknownOrderIT extends OrderServiceFixture {

    private static final long PRICE = StubStockService.PRICE_CENTS;

    private final long order = newId();
    private Instant now = Instant.parse("2031-01-02T12:00:00Z");
    private PaymentNotifications notifications;

    @Autowired
    private ReviewMapper reviews;

    @BeforeEach
    void start(
            @Autowired ChargeMapper charges,
            @Autowired OrderMapper orders,
            @Autowired OrderCoupons coupons,
            @Autowired Refunds refunds,
            @Autowired TransactionTemplate transaction,
            @Autowired ApplicationEventPublisher events,
            @Autowired FollowedOrders followed) {
        notifications = new PaymentNotifications(
                charges, orders, reviews, coupons, refunds, transaction, events, followed, () -> now);
    }

    private PaymentNotification taken(Duration ago) {
        return new PaymentNotification(order, "unknown-" + order, PRICE, now.minus(ago));
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    /** A backup of 36 hours ago was restored, and its orders are not replayed yet. */
    @Test
    void shouldWaitADayFromTheStartForTheOrderOfAnOlderCharge() {
        PaymentNotification charge = taken(Duration.ofHours(36));
        assertThat(notifications.settle(charge)).isEqualTo(new Settlement.NoOrderYet());
        pass(Duration.ofHours(23));
        assertThat(notifications.settle(charge)).isEqualTo(new Settlement.NoOrderYet());

        place(reservation(order, newSale(1), newId()));
        assertThat(notifications.settle(charge)).isEqualTo(new Settlement.Paid(charge, true));
    }

    @Test
    void shouldGiveBackAChargeWhoseOrderDoesNotComeInADay() {
        pass(Duration.ofDays(3));
        PaymentNotification charge = taken(Duration.ZERO);
        pass(Duration.ofHours(23));
        assertThat(notifications.settle(charge)).isEqualTo(new Settlement.NoOrderYet());
        pass(Duration.ofHours(2));
        String insert = "INSERT INTO mock_provider_charge VALUES (?, ?, ?, UTC_TIMESTAMP(3))";
        update(insert, charge.paymentId(), order, PRICE);
        assertThat(notifications.settle(charge)).isEqualTo(new Settlement.RefundDue(charge));
        String refunds = "SELECT COUNT(*) FROM refund WHERE charge_id = ? AND reason = ? AND state = 'REFUNDED'";
        await().until(() -> number(refunds, charge.paymentId(), "UNKNOWN_ORDER") == 1);
    }

    @Test
    void shouldWaitAsLongAsTheOrderIsUnderReview() {
        PaymentNotification charge = taken(Duration.ZERO);
        StockReserved reservation = reservation(order, newSale(1), newId());
        reviews.add(reservation);
        pass(Duration.ofDays(5));
        assertThat(notifications.settle(charge)).isEqualTo(new Settlement.NoOrderYet());

        place(reservation); // replayed
        assertThat(notifications.settle(charge)).isEqualTo(new Settlement.Paid(charge, true));
    }
}
