package io.flashsale.order.closing;

import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.order.coupon.OrderCoupons;
import io.flashsale.order.coupon.SimulatedOrderCoupons;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.outbox.Outbox;
import io.flashsale.order.payment.SimulatedPayments;
import io.flashsale.order.payment.SimulatedProvider;
import io.flashsale.simulation.shop.MapperDouble;
import io.flashsale.simulation.shop.SimulatedTables;
import io.flashsale.simulation.shop.SimulatedTables.OrderLine;
import io.flashsale.simulation.shop.World;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;

/** Closes orders in memory: by their deadline, or by their shoppers. */
public final class SimulatedClosing {

    private final World world;
    private final SimulatedTables tables;
    private final OrderMapper orders;
    private final OrderCoupons coupons;
    private final OrderClosing closing;
    private final TransactionTemplate transaction;

    public SimulatedClosing(World world, SimulatedTables tables, Outbox outbox, MeterRegistry meters) {
        this.world = world;
        this.tables = tables;
        this.transaction = new TransactionTemplate(tables.database);
        this.orders = MapperDouble.of(OrderMapper.class, new Rows());
        this.coupons = SimulatedOrderCoupons.none(outbox);
        this.closing = new OrderClosing(orders, coupons, outbox, event -> {}, OrderTrace.OFF, meters);
    }

    /** Closes what is overdue. */
    public Runnable deadlines(PaidOrders paid) {
        return new DeadlineScan(orders, closing, paid, transaction)::closeOverdue;
    }

    /** What shoppers pay, and the look for charges. */
    public SimulatedPayments payments(SimulatedProvider provider, MeterRegistry meters) {
        return new SimulatedPayments(world, tables, provider, orders, coupons, meters);
    }

    /** What a cancellation does once its order is found. */
    public void cancel(long orderId) {
        transaction.executeWithoutResult(_ -> orders.lock(orderId)
                .filter(order -> order.status() == OrderStatus.AWAITING_PAYMENT)
                .ifPresent(order -> closing.closeLocked(List.of(order), EndReason.CANCELLED)));
    }

    private Order order(OrderLine line) {
        return new Order(
                line.id(),
                line.saleId(),
                line.userId(),
                line.title(),
                line.imageUrl(),
                line.priceCents(),
                OrderStatus.valueOf(line.status()),
                line.reason() == null ? null : EndReason.valueOf(line.reason()),
                line.reservedAt(),
                line.payDeadline(),
                null,
                null,
                isOverdue(line),
                null,
                0,
                null,
                0,
                0,
                0,
                0);
    }

    private boolean isOverdue(OrderLine line) {
        return line.status().equals("AWAITING_PAYMENT")
                && world.now() >= Objects.requireNonNull(line.payDeadline()).toEpochMilli();
    }

    /** The statements of {@link OrderMapper}. */
    @SuppressWarnings({"UnusedMethod", "unused"}) // called through the mapper
    private final class Rows {

        Optional<Order> find(long id) {
            return tables.database.read(
                    "reads the order",
                    () -> Optional.ofNullable(tables.orders.get(id)).map(SimulatedClosing.this::order));
        }

        Optional<Order> lock(long id) {
            OrderLine line = tables.orders.lock(id);
            return Optional.ofNullable(line).map(SimulatedClosing.this::order);
        }

        List<Order> lockOverdue(Instant until, int limit) {
            return tables.orders.rows().stream()
                    .filter(line -> isOverdue(line)
                            && !Objects.requireNonNull(line.payDeadline()).isAfter(until)
                            && !tables.orders.isLockedByAnother(line.id()))
                    .sorted(Comparator.comparing(line -> Objects.requireNonNull(line.payDeadline())))
                    .limit(limit)
                    .toList()
                    .stream()
                    .map(line -> order(Objects.requireNonNull(tables.orders.lock(line.id()))))
                    .toList();
        }

        int markPaid(long id, Instant paidAt) {
            return change(id, line -> line.status().equals("AWAITING_PAYMENT"), line -> line.with("PAID"));
        }

        int markRefundDue(long id, long cents, Instant paidAt) {
            return change(
                    id,
                    line -> Set.of("CLOSED", "REFUND_DUE", "REFUNDED").contains(line.status()),
                    line -> line.refunding("REFUND_DUE", cents));
        }

        int noteRefund(long id, long cents) {
            return change(id, _ -> true, line -> line.refunding(line.status(), cents));
        }

        /** Returns the number of changed rows. */
        private int change(long id, Predicate<OrderLine> matches, UnaryOperator<OrderLine> next) {
            @Nullable OrderLine line = tables.orders.lock(id);
            if (line == null || !matches.test(line)) {
                return 0;
            }
            tables.orders.put(id, next.apply(line));
            return 1;
        }

        int close(Collection<Long> ids, EndReason reason) {
            int closed = 0;
            for (long id : ids) {
                @Nullable OrderLine line = tables.orders.lock(id);
                if (line != null && line.status().equals("AWAITING_PAYMENT")) {
                    tables.orders.put(id, line.ended("CLOSED", reason.name()));
                    tables.slots.remove(line.slotKey());
                    closed++;
                }
            }
            return closed;
        }
    }
}
