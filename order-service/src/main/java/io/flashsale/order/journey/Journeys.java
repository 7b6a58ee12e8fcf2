package io.flashsale.order.journey;

import static java.util.stream.Collectors.toMap;

import io.flashsale.commons.tracing.JourneyStore;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.commons.tracing.StopRecord;
import io.flashsale.commons.tracing.TraceParent;
import io.flashsale.contracts.stock.StockFlows;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.order.journey.JourneyView.RowView;
import io.flashsale.order.journey.JourneyView.StopView;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClientException;

/** Assembles the journey of a click: stops from Redis, rows from the tables of order- and stock-service. */
@Service
class Journeys {

    private static final Logger log = LoggerFactory.getLogger(Journeys.class);

    private static final Map<String, Stop> STOPS =
            Arrays.stream(Stop.values()).collect(toMap(Stop::name, Function.identity()));

    /**
     * Sorts stops up to the row in the sequence of a purchase, and later stops by time. Clocks of machines differ
     * by more than a stop takes, and Redis's clock has whole milliseconds.
     */
    private static final Comparator<StopRecord> SEQUENCE =
            Comparator.<StopRecord>comparingInt(Journeys::step).thenComparing(StopRecord::at);

    private final OrderMapper orders;
    private final JourneyMapper rows;
    private final JourneyStore journeys;
    private final StockLedger ledger;

    /** Whether shoppers see rows, Redis keys and other details of their orders; otherwise only stops and times. */
    private final boolean detailsForShoppers;

    Journeys(
            OrderMapper orders,
            JourneyMapper rows,
            JourneyStore journeys,
            StockLedger ledger,
            @Value("${flashsale.journey.details-for-shoppers:false}") boolean detailsForShoppers) {
        this.orders = orders;
        this.rows = rows;
        this.journeys = journeys;
        this.ledger = ledger;
        this.detailsForShoppers = detailsForShoppers;
    }

    /** The journey of any order, for an administrator. */
    Optional<JourneyView> ofAnybodysOrder(long orderId) {
        return orders.find(orderId).map(order -> ofOrder(order, true));
    }

    /** The journey of an order. Users who are no administrators get only what shoppers may see. */
    JourneyView ofOrder(Order order, boolean administrator) {
        boolean details = seesDetails(administrator);
        String traceId =
                TraceParent.of(order.traceparent()).map(TraceParent::traceId).orElse(null);
        List<String> missing = new ArrayList<>();
        List<StopView> stops = traceId == null ? List.of() : shown(stops(traceId, missing), details);
        List<RowView> all = details ? rowsOf(order.id(), missing) : List.of();
        return new JourneyView(
                order.id(), traceId, order.status().name(), order.createdAt(), stops, all, missing, Instant.now());
    }

    private boolean seesDetails(boolean administrator) {
        return administrator || detailsForShoppers;
    }

    private List<RowView> rowsOf(long orderId, List<String> missing) {
        List<RowView> all = new ArrayList<>();
        rows.order(orderId).forEach(row -> all.add(row("order-service: orders", row)));
        flows(orderId, missing).forEach(flow -> all.add(row(flow)));
        rows.charges(orderId).forEach(row -> all.add(row("order-service: charge", row)));
        rows.refunds(orderId).forEach(row -> all.add(row("order-service: refund", row)));
        return all;
    }

    private static List<StopView> shown(List<StopView> stops, boolean details) {
        return details ? stops : stops.stream().map(StopView::withoutDetails).toList();
    }

    /**
     * The journey of a followed click, whatever its outcome; empty if it is unknown or another shopper's.
     *
     * @throws RedisException if Redis cannot answer now
     */
    Optional<JourneyView> ofClick(String traceId, long shopper, boolean administrator) {
        List<StopRecord> stops = TraceParent.isTraceId(traceId) ? read(traceId) : List.of();
        boolean mayLook = administrator
                || stops.stream()
                        .filter(stop -> stop.stop().equals(Stop.CLICK.name()))
                        .anyMatch(click ->
                                Long.toString(shopper).equals(click.wrote().get("user")));
        return stops.isEmpty() || !mayLook
                ? Optional.empty()
                : Optional.of(new JourneyView(
                        null,
                        traceId,
                        null,
                        null,
                        shown(stops.stream().map(Journeys::view).toList(), seesDetails(administrator)),
                        List.of(),
                        List.of(),
                        Instant.now()));
    }

    private List<StopRecord> read(String traceId) {
        return journeys.find(traceId).stream().sorted(SEQUENCE).toList();
    }

    private List<StopView> stops(String traceId, List<String> missing) {
        try {
            return read(traceId).stream().map(Journeys::view).toList();
        } catch (RedisException unreachable) {
            log.debug("the stops of {} cannot be read", traceId, unreachable);
            missing.add("stops");
            return List.of();
        }
    }

    private static int step(StopRecord stop) {
        Stop known = STOPS.getOrDefault(stop.stop(), Stop.REFUND);
        return Math.min(known.ordinal(), Stop.PAYMENT.ordinal());
    }

    private static StopView view(StopRecord stop) {
        Stop known = STOPS.get(stop.stop());
        return new StopView(
                stop.stop(),
                stop.service(),
                known == null ? null : known.file(),
                stop.at(),
                stop.micros(),
                stop.wrote());
    }

    private List<StockFlows.Line> flows(long orderId, List<String> missing) {
        try {
            return ledger.flows(orderId).flows();
        } catch (RestClientException unreachable) {
            log.debug("the flows of {} cannot be read", orderId, unreachable);
            missing.add("flows");
            return List.of();
        }
    }

    private static RowView row(StockFlows.Line flow) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("order_id", Long.toString(flow.orderId()));
        values.put("type", flow.type());
        values.put("sale_id", Long.toString(flow.saleId()));
        values.put("user_id", Long.toString(flow.userId()));
        values.put("created_at", flow.createdAt().toString());
        return new RowView("stock-service: stock_flow", values);
    }

    /** Leaves out columns that are NULL. */
    private static RowView row(String table, Map<String, Object> columns) {
        Map<String, String> values = new LinkedHashMap<>();
        columns.forEach((column, value) -> {
            if (value != null) {
                values.put(column, text(value));
            }
        });
        return new RowView(table, values);
    }

    /** Times are UTC in the tables. */
    private static String text(Object value) {
        return switch (value) {
            case LocalDateTime time -> time.toInstant(ZoneOffset.UTC).toString();
            case java.sql.Timestamp time ->
                time.toLocalDateTime().toInstant(ZoneOffset.UTC).toString();
            default -> value.toString();
        };
    }
}
