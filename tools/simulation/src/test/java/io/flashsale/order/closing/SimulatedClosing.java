package io.flashsale.order.closing;

import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.order.coupon.SimulatedOrderCoupons;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.outbox.Outbox;
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
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;

/** Closes orders in memory: by their deadline, or by their shoppers. Nobody pays. */
public final class SimulatedClosing {

    private final World world;
    private final SimulatedTables tables;
    private final OrderMapper orders;
    private final OrderClosing closing;
    private final TransactionTemplate transaction;

    public SimulatedClosing(World world, SimulatedTables tables, Outbox outbox, MeterRegistry meters) {
        this.world = world;
        this.tables = tables;
        this.transaction = new TransactionTemplate(tables.database);
        this.orders = MapperDouble.of(OrderMapper.class, new Rows());
        this.closing = new OrderClosing(
                orders, SimulatedOrderCoupons.none(outbox), outbox, event -> {}, OrderTrace.OFF, meters);
    }

    /** Closes what is overdue. The provider has no charge. */
    public Runnable deadlines() {
        return new DeadlineScan(
                        orders,
                        closing,
                        () -> new PaidOrders.Known(Instant.ofEpochMilli(world.now()), Set.of()),
                        transaction)::closeOverdue;
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

        Optional<Order> lock(long id) {
            OrderLine line = tables.orders.lock(id);
            return Optional.ofNullable(line).map(SimulatedClosing.this::order);
        }

        List<Order> lockOverdue(Instant until, int limit) {
            return tables.orders.rows().stream()
                    .filter(line -> isOverdue(line) && !tables.orders.isLockedByAnother(line.id()))
                    .sorted(Comparator.comparing(line -> Objects.requireNonNull(line.payDeadline())))
                    .limit(limit)
                    .toList()
                    .stream()
                    .map(line -> order(Objects.requireNonNull(tables.orders.lock(line.id()))))
                    .toList();
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
