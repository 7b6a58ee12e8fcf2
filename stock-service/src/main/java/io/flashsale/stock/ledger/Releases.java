package io.flashsale.stock.ledger;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.StockGates.Hold;
import io.flashsale.admission.StockGates.Release;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.commons.kafka.PartwiseDelivery;
import io.flashsale.commons.kafka.PartwiseDelivery.Delivered;
import io.flashsale.commons.tracing.JointWork;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.ledger.LedgerService.LedgerRelease;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gives back what ended orders held: in MySQL, and after the commit in Redis. Both steps are idempotent, and the
 * messages are acknowledged after both: a crash in between repeats them. A sale whose Redis server is away, or whose
 * row is locked, does not hold up other sales; see {@link PartwiseDelivery}.
 */
@Component
class Releases {

    /** Consumers of this instance. Units that come back are few beside those that are sold. */
    private static final String CONSUMERS = "2";

    /** Maximum number of orders per transaction, and per script. */
    private static final int MAX_BATCH = 500;

    private final LedgerService ledger;
    private final SaleCatalogue catalogue;
    private final StockGates gates;
    private final OrderTrace trace;
    private final PartwiseDelivery<OrderReleased, Long, OrderReleased> delivery;

    Releases(
            LedgerService ledger,
            SaleCatalogue catalogue,
            StockGates gates,
            OrderTrace trace,
            JsonMapper json,
            DeadLetters deadLetters) {
        this.ledger = ledger;
        this.catalogue = catalogue;
        this.gates = gates;
        this.trace = trace;
        this.delivery = new PartwiseDelivery<>(
                new JsonMessages<>(json, OrderReleased.class, "release of an order", Releases::faultOf),
                this::gateOf,
                List::of,
                null,
                this::release,
                deadLetters);
    }

    @KafkaListener(id = OrderReleased.RELEASE_GROUP, topics = OrderReleased.TOPIC, concurrency = CONSUMERS)
    void receive(List<ConsumerRecord<String, byte[]>> records) {
        delivery.take(records);
    }

    /** The gate of the shopper's bucket. */
    private long gateOf(OrderReleased order) {
        return Buckets.homeGate(order.saleId(), order.userId(), catalogue.numberOfBuckets(order.saleId()));
    }

    private Map<OrderReleased, String> release(long gateId, List<Delivered<OrderReleased>> ended) {
        Map<OrderReleased, String> never = new HashMap<>();
        ended.stream()
                .map(Delivered::fact)
                .gather(Gatherers.windowFixed(MAX_BATCH))
                .forEach(some -> releaseSome(gateId, some)
                        .forEach(order -> never.put(order, "the ledger knows the order of another shopper or sale")));
        return never;
    }

    /** Returns those that the ledger contradicts. Nothing is given back for them, neither in MySQL nor in Redis. */
    private Set<OrderReleased> releaseSome(long gateId, List<OrderReleased> ended) {
        try (JointWork work = trace.begin(Stop.RELEASE, ended, OrderReleased::traceparent)) {
            LedgerRelease inLedger = ledger.release(Buckets.campaignOf(gateId), ended);
            List<OrderReleased> orders = ended.stream()
                    .filter(order -> !inLedger.contradicted().contains(order))
                    .toList();
            List<Release> inRedis = orders.isEmpty()
                    ? List.of()
                    : gates.release(
                            gateId,
                            orders.stream()
                                    .map(order -> hold(order, inLedger.withoutUnit()))
                                    .toList());
            if (work != JointWork.UNFOLLOWED) {
                List<Integer> positions =
                        IntStream.range(0, orders.size()).boxed().toList();
                work.stops(
                        positions,
                        position -> orders.get(position).traceparent(),
                        position -> wrote(orders.get(position), inLedger.version(), inRedis.get(position)));
            }
            return inLedger.contradicted();
        }
    }

    private static Map<String, String> wrote(OrderReleased order, @Nullable Long version, Release inRedis) {
        Map<String, String> wrote = new TreeMap<>();
        wrote.put("reason", order.reason().name());
        if (version != null) {
            wrote.put("stock.version", version.toString());
        }
        wrote.put("release.lua", inRedis.name());
        return wrote;
    }

    /**
     * A unit that MySQL never had must not come back in Redis either: that is how Redis gets rid of a surplus. The
     * ticket of an order that was never placed comes back, unless another order was made with it.
     */
    private static Hold hold(OrderReleased order, Set<OrderReleased> withoutUnit) {
        boolean hasUnit = switch (order.reason()) {
            case INSUFFICIENT_STOCK -> false;
            case REJECTED_BY_ADMINISTRATOR -> !withoutUnit.contains(order);
            default -> true;
        };
        boolean ticketBack = LedgerService.GIVES_TICKET_BACK.contains(order.reason());
        return new Hold(order.userId(), order.orderId(), hasUnit, ticketBack);
    }

    @SuppressWarnings("ConstantValue") // JSON fills fields that the compiler takes for non-null
    private static @Nullable String faultOf(OrderReleased order) {
        boolean isComplete = order.orderId() > 0 && order.saleId() > 0 && order.userId() > 0 && order.reason() != null;
        if (!isComplete) {
            return "an id or the reason is missing";
        }
        return Buckets.isCampaign(order.saleId()) ? null : "no sale has this id";
    }
}
