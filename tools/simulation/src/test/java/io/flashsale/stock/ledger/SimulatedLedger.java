package io.flashsale.stock.ledger;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.sql.OptimisticTransaction;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.simulation.shop.MapperDouble;
import io.flashsale.simulation.shop.SimulatedTables;
import io.flashsale.simulation.shop.SimulatedTables.FlowLine;
import io.flashsale.simulation.shop.SimulatedTables.StockLine;
import io.flashsale.simulation.shop.World;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The ledger over rows in memory. */
public final class SimulatedLedger {

    private final SimulatedTables tables;
    private final LedgerService service;
    private final LedgerMapper mapper;

    public SimulatedLedger(World world, SimulatedTables tables, SaleCatalogue catalogue, Counter conflicts) {
        this.tables = tables;
        this.mapper = MapperDouble.of(LedgerMapper.class, new Rows());
        this.service = new LedgerService(
                mapper,
                catalogue,
                new OptimisticTransaction(tables.database, conflicts, () -> world.sleep(Duration.ofMillis(5))));
    }

    public LedgerService service() {
        return service;
    }

    public Optional<Deductions> deduct(Deduct command) {
        return service.deduct(command.saleId(), command.orders());
    }

    /** Takes releases from Kafka. */
    public Consumer<List<ConsumerRecord<String, byte[]>>> releases(
            SaleCatalogue catalogue, StockGates gates, JsonMapper json, DeadLetters letters) {
        return new Releases(service, catalogue, gates, OrderTrace.OFF, json, letters)::receive;
    }

    private static Flow flow(FlowLine line) {
        return new Flow(line.orderId(), line.saleId(), line.userId(), Flow.Type.valueOf(line.type()));
    }

    /** The statements of {@link LedgerMapper}. */
    @SuppressWarnings({"UnusedMethod", "unused"}) // called through the mapper
    private final class Rows {

        @Nullable
        StockRow stock(long saleId, int bucket) {
            StockLine line = tables.stock.get(Buckets.gate(saleId, bucket));
            return line == null ? null : new StockRow(line.available(), line.version());
        }

        List<Flow> flows(Collection<Long> orderIds) {
            return tables.database.read(
                    "reads flows",
                    () -> orderIds.stream()
                            .flatMap(
                                    id -> Stream.of("DEDUCT", "RELEASE", "VOID").map(type -> FlowLine.key(id, type)))
                            .flatMap(key -> Stream.ofNullable(tables.flows.get(key)))
                            .map(SimulatedLedger::flow)
                            .toList());
        }

        void insert(List<Flow> flows) {
            flows.forEach(flow -> tables.flows.insert(
                    FlowLine.key(flow.orderId(), flow.type().name()),
                    new FlowLine(
                            flow.orderId(),
                            flow.saleId(),
                            flow.userId(),
                            flow.type().name())));
        }

        void countUnpaid(List<Flow> releases) {}

        void giveTicketsBack(long saleId, Collection<Long> ids) {
            ids.forEach(user -> tables.ticketsBack.put(user, saleId));
        }

        int deduct(long saleId, int bucket, int units, long version) {
            StockLine row = tables.stock.lock(Buckets.gate(saleId, bucket));
            if (row == null || row.version() != version || row.available() < units) {
                return 0;
            }
            return put(saleId, bucket, row, -units, units, 0, 0);
        }

        int release(long saleId, int bucket, long units, long version) {
            StockLine row = tables.stock.lock(Buckets.gate(saleId, bucket));
            if (row == null || row.version() != version) {
                return 0;
            }
            return put(saleId, bucket, row, units, 0, units, 0);
        }

        private int put(
                long sale, int bucket, StockLine row, long available, long deducted, long released, long moved) {
            tables.stock.put(
                    Buckets.gate(sale, bucket),
                    new StockLine(
                            row.initial(),
                            row.added(),
                            row.available() + available,
                            row.deducted() + deducted,
                            row.released() + released,
                            row.version() + 1,
                            row.moved() + moved));
            return 1;
        }

        List<Flow> outstanding(long saleId, long orderId, int max) {
            return tables.flows.rows().stream()
                    .filter(line -> line.saleId() == saleId
                            && line.orderId() > orderId
                            && line.type().equals("DEDUCT")
                            && tables.flows.get(FlowLine.key(line.orderId(), "RELEASE")) == null)
                    .sorted(java.util.Comparator.comparingLong(FlowLine::orderId))
                    .limit(max)
                    .map(SimulatedLedger::flow)
                    .toList();
        }

        long outstandingUnits(long saleId, int bucket) {
            StockLine row = tables.stock.get(Buckets.gate(saleId, bucket));
            return row == null ? 0 : row.deducted() - row.released();
        }
    }
}
