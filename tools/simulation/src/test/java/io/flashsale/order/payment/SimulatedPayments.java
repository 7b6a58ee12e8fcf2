package io.flashsale.order.payment;

import io.flashsale.order.closing.PaidOrders;
import io.flashsale.order.coupon.OrderCoupons;
import io.flashsale.order.journey.FollowedOrders;
import io.flashsale.order.journey.SimulatedJourney;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.ordering.ReviewMapper;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.PaymentProvider;
import io.flashsale.order.refund.SimulatedRefunds;
import io.flashsale.simulation.shop.MapperDouble;
import io.flashsale.simulation.shop.SimulatedTables;
import io.flashsale.simulation.shop.SimulatedTables.ChargeLine;
import io.flashsale.simulation.shop.SimulatedTables.OrderLine;
import io.flashsale.simulation.shop.World;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;

/** Payments in memory, without coupons: the shopper's, and the look for charges that nobody told us of. */
public final class SimulatedPayments {

    private static final FollowedOrders NOBODY = SimulatedJourney.none();
    private static final MissedChargesProperties LOOKS =
            new MissedChargesProperties(Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(10));

    private final SimulatedTables tables;
    private final SimulatedProvider provider;
    private final OrderMapper orders;
    private final PaymentNotifications notifications;
    private final MissedCharges missed;

    public SimulatedPayments(
            World world,
            SimulatedTables tables,
            SimulatedProvider provider,
            OrderMapper orders,
            OrderCoupons coupons,
            MeterRegistry meters) {
        this.tables = tables;
        this.provider = provider;
        this.orders = orders;
        this.notifications = new PaymentNotifications(
                MapperDouble.of(ChargeMapper.class, new Rows()),
                orders,
                MapperDouble.of(ReviewMapper.class, new Reviews()),
                coupons,
                SimulatedRefunds.due(tables),
                new TransactionTemplate(tables.database),
                event -> {},
                NOBODY,
                world.clock());
        this.missed = new MissedCharges(
                MapperDouble.of(PaymentProvider.class, provider),
                MapperDouble.of(ChargeMapper.class, new Rows()),
                notifications,
                LOOKS,
                world.clock(),
                meters);
    }

    /** What {@link Payments} does for an order without a coupon. */
    public void pay(long id) {
        Optional<Order> found = orders.find(id);
        if (found.isPresent()) {
            Order order = found.get();
            if (order.status() == OrderStatus.AWAITING_PAYMENT && !order.overdue()) {
                notifications.settleAnswer(order, provider.charge(id, order.priceCents()));
            }
        }
    }

    /** Each call is one look. */
    public Runnable looks() {
        return missed::settleAll;
    }

    public PaidOrders paidOrders() {
        return missed;
    }

    /** The statements of {@link ReviewMapper}. */
    @SuppressWarnings({"UnusedMethod", "unused"}) // called through the mapper
    private final class Reviews {

        boolean isNoted(long id) {
            return tables.reviews.get(id) != null;
        }
    }

    /** The statements of {@link ChargeMapper}. */
    @SuppressWarnings({"UnusedMethod", "unused"}) // called through the mapper
    private final class Rows {

        int record(PaymentNotification charge) {
            if (tables.charges.lock(charge.paymentId()) != null) {
                return 0;
            }
            tables.charges.put(
                    charge.paymentId(),
                    new ChargeLine(charge.paymentId(), charge.orderId(), charge.amountCents(), "RECEIVED", null));
            return 1;
        }

        int payInFull(String id) {
            @Nullable ChargeLine charge = tables.charges.lock(id);
            if (charge == null || !charge.outcome().equals("RECEIVED")) {
                return 0;
            }
            @Nullable OrderLine order = tables.orders.lock(charge.orderId());
            if (order == null
                    || !order.status().equals("AWAITING_PAYMENT")
                    || order.priceCents() != charge.amountCents()) {
                return 0;
            }
            tables.charges.put(id, charge.decided("PAID"));
            tables.orders.put(order.id(), order.with("PAID"));
            return 2;
        }

        int decide(String id, ChargeOutcome outcome) {
            @Nullable ChargeLine charge = tables.charges.lock(id);
            if (charge == null || !charge.outcome().equals("RECEIVED")) {
                return 0;
            }
            tables.charges.put(id, charge.decided(outcome.name()));
            return 1;
        }

        Optional<ChargeOutcome> outcome(String id) {
            return Optional.ofNullable(tables.charges.get(id)).map(line -> ChargeOutcome.valueOf(line.outcome()));
        }

        List<String> recorded(Collection<String> ids) {
            return tables.database.read(
                    "reads charges",
                    () -> ids.stream()
                            .filter(id -> tables.charges.get(id) != null)
                            .toList());
        }
    }
}
