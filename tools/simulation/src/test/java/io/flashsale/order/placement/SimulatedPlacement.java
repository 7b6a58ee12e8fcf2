package io.flashsale.order.placement;

import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.lock.BoundedLock;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.ReviewMapper;
import io.flashsale.order.outbox.Outbox;
import io.flashsale.simulation.shop.MapperDouble;
import io.flashsale.simulation.shop.SimulatedTables;
import io.flashsale.simulation.shop.SimulatedTables.OrderLine;
import io.flashsale.simulation.shop.World;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Placement over rows in memory. */
public final class SimulatedPlacement {

    public static final Duration PAYMENT_WINDOW = Duration.ofMinutes(1);

    private final World world;
    private final SimulatedTables tables;

    private SimulatedPlacement(World world, SimulatedTables tables) {
        this.world = world;
        this.tables = tables;
    }

    /** Takes reservations from Kafka. */
    public static Consumer<List<ConsumerRecord<String, byte[]>>> listener(
            World world,
            SimulatedTables tables,
            StockLedger ledger,
            BoundedLock locks,
            Outbox outbox,
            JsonMapper json,
            MeterRegistry meters,
            DeadLetters letters) {
        SimulatedPlacement simulated = new SimulatedPlacement(world, tables);
        PlacedOrderMapper orders = MapperDouble.of(PlacedOrderMapper.class, simulated.new Rows());
        PlacementRows rows =
                new PlacementRows(orders, outbox, event -> {}, new OrderProperties(PAYMENT_WINDOW), OrderTrace.OFF);
        Placement placement = new Placement(
                locks,
                new PlacementDecisions(orders, ledger, OrderTrace.OFF),
                rows,
                new TransactionTemplate(tables.database),
                new PlacementMetrics(meters));
        ReviewMapper reviews = MapperDouble.of(ReviewMapper.class, simulated.new Reviews());
        return new ReservationListener(json, placement, reviews, letters, OrderTrace.OFF)::receive;
    }

    /** The statements of {@link ReviewMapper}. */
    @SuppressWarnings({"UnusedMethod", "unused"}) // called through the mapper
    private final class Reviews {

        void add(StockReserved reservation) {
            new TransactionTemplate(tables.database)
                    .executeWithoutResult(_ -> tables.reviews.put(reservation.orderId(), reservation));
        }
    }

    /** The statements of {@link PlacedOrderMapper}. */
    @SuppressWarnings({"UnusedMethod", "unused"}) // called through the mapper
    private final class Rows {

        List<PlacedOrderMapper.Owned> owned(List<Long> ids) {
            return tables.database.read(
                    "reads orders",
                    () -> found(ids)
                            .map(line -> new PlacedOrderMapper.Owned(line.id(), line.saleId(), line.userId()))
                            .toList());
        }

        private Stream<OrderLine> found(Collection<Long> ids) {
            return ids.stream().flatMap(id -> Stream.ofNullable(tables.orders.get(id)));
        }

        List<PlacedOrderMapper.Taken> taken(long saleId, List<Long> ids) {
            return tables.database.read(
                    "reads slots",
                    () -> tables.orders.rows().stream()
                            .filter(line -> line.saleId() == saleId && line.isActive() && ids.contains(line.userId()))
                            .map(line -> new PlacedOrderMapper.Taken(line.userId(), line.slot()))
                            .toList());
        }

        Set<Long> usedTickets(long saleId, List<Long> ids) {
            return new TreeSet<>();
        }

        List<PlacedOrderMapper.Rejected> rejections(List<Long> ids) {
            return found(ids)
                    .filter(line -> line.status().equals("REJECTED"))
                    .map(line ->
                            new PlacedOrderMapper.Rejected(line.id(), EndReason.valueOf(String.valueOf(line.reason()))))
                    .toList();
        }

        void insertPlaced(List<Decision.Place> placed, Duration window) {
            placed.forEach(place -> insert(place.reservation(), place.slot(), null));
        }

        void insertRejected(List<Decision.Reject> rejections) {
            rejections.forEach(reject -> insert(reject.reservation(), 1, reject.reason()));
        }

        private void insert(StockReserved order, int slot, @Nullable EndReason rejected) {
            Instant now = Instant.ofEpochMilli(world.now());
            OrderLine line = new OrderLine(
                    order.orderId(),
                    order.saleId(),
                    order.userId(),
                    order.terms().title(),
                    order.terms().imageUrl(),
                    order.terms().priceCents(),
                    order.reservedAt(),
                    slot,
                    rejected == null ? "AWAITING_PAYMENT" : "REJECTED",
                    rejected == null ? null : rejected.name(),
                    rejected == null ? now.plus(PAYMENT_WINDOW) : null,
                    0);
            tables.orders.insert(line.id(), line);
            if (rejected == null) {
                tables.slots.insert(line.slotKey(), line.id());
            }
        }
    }
}
