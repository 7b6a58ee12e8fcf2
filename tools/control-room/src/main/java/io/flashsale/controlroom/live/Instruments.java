package io.flashsale.controlroom.live;

import io.flashsale.auditor.sale.SaleAuditor;
import io.flashsale.auditor.sale.SaleVerdict;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.InFlight;
import io.flashsale.auditor.snapshot.StockRow;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.auditor.source.GateReader;
import io.flashsale.auditor.source.OrderReader;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.auditor.source.StockReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Everything that is read repeatedly about one sale. For use by one thread. */
final class Instruments {

    /** A snapshot waits this long for a server; what is missing then is shown as unknown. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** Keeps audits rare, because each reads every order of the sale. */
    static final Duration AUDIT_PAUSE = Duration.ofSeconds(2);

    private final long saleId;
    private final PolledSource<StockSnapshot> stock;
    private final PolledSource<Map<String, Long>> orders;
    private final PolledSource<Gate> gate;
    private final PolledSource<InFlight> queues;
    private final PolledSource<ScrapedMeters> stockMeters;
    private final PolledSource<ScrapedMeters> gatewayMeters;
    private final PolledSource<SaleVerdict> audit;
    private final Rates rates = new Rates();
    private @Nullable SaleVerdict verdict;
    private Instant nextAudit = Instant.MIN;

    /** The sources of the instruments. */
    @Component
    record Sources(
            StockReader stock,
            OrderReader orders,
            GateReader gates,
            QueueReader queues,
            MeterReader meters,
            SaleAuditor auditor) {}

    Instruments(long saleId, Sources from) {
        this.saleId = saleId;
        this.stock =
                new PolledSource<>("stock", () -> from.stock().levels(saleId).orElse(null));
        this.orders = new PolledSource<>("orders", () -> from.orders().countByStatus(saleId));
        this.gate = new PolledSource<>(
                "gate", () -> Gate.ofAll(from.gates().gates(saleId, from.gates().buckets(saleId))));
        this.queues = new PolledSource<>(
                "queues", () -> from.queues().of(saleId, from.gates().buckets(saleId)));
        this.stockMeters = new PolledSource<>("stock-meters", from.meters()::ofStock);
        this.gatewayMeters = new PolledSource<>("gateway-meters", from.meters()::ofGateway);
        this.audit = new PolledSource<>(
                "audit", () -> from.auditor().audit(saleId, Duration.ZERO, null).orElse(null));
    }

    /** Reads all sources in parallel. */
    Snapshot read() throws InterruptedException {
        List.of(stock, orders, gate, queues, stockMeters, gatewayMeters).forEach(PolledSource::start);
        long until = System.nanoTime() + TIMEOUT.toNanos();
        Map<String, @Nullable Long> answers = AnswerCounts.of(stockMeters.get(until), gatewayMeters.get(until));
        Instant at = Instant.now();
        StockSnapshot levels = stock.get(until);
        Map<String, Long> byStatus = orders.get(until);
        Gate present = gate.get(until);
        Gate warm = present != null && present.state() == Gate.State.WARM ? present : null;
        InFlight inFlight = queues.get(until);
        audit(at);
        return new Snapshot(
                at,
                saleId,
                sum(levels, StockRow::initial),
                sum(levels, StockRow::added),
                sum(levels, StockRow::available),
                sum(levels, StockRow::deducted),
                sum(levels, StockRow::released),
                present == null ? null : present.state(),
                warm == null ? null : warm.remaining(),
                warm == null ? null : warm.holders(),
                byStatus,
                byStatus == null
                        ? null
                        : byStatus.values().stream().mapToLong(Long::longValue).sum(),
                inFlight == null ? null : inFlight.reserved(),
                inFlight == null ? null : inFlight.ended(),
                inFlight == null ? null : inFlight.kafkaLag(),
                answers,
                rates.of(answers, at),
                verdict == null ? null : verdict.auditedAt(),
                verdict == null ? List.of() : Light.of(verdict));
    }

    /** Takes the result of a finished audit and starts the next one when it is due; never waits. */
    private void audit(Instant now) throws InterruptedException {
        if (audit.isDone()) {
            SaleVerdict result = audit.get(System.nanoTime());
            if (result != null) {
                verdict = result;
            }
        }
        if (!now.isBefore(nextAudit)) {
            audit.start();
            nextAudit = now.plus(AUDIT_PAUSE);
        }
    }

    private static @Nullable Long sum(@Nullable StockSnapshot levels, ToLongFunction<StockRow> column) {
        return levels == null ? null : levels.sum(column);
    }
}
