package io.flashsale.stock.ledger;

import static java.util.stream.Collectors.groupingBy;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.StockGates.Hold;
import io.flashsale.admission.StockGates.Release;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.kafka.BatchParts;
import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.stock.catalogue.SaleCatalogue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gives back what ended orders held: in MySQL, and after the commit in Redis. Both steps are idempotent, and the
 * batch is acknowledged after both: a crash in between repeats them. A fault of one sale does not hold up other sales
 * of the batch.
 */
@Component
class Releases {

    /** Consumers of this instance. Units that come back are few beside those that are sold. */
    private static final String CONSUMERS = "2";

    private final LedgerService ledger;
    private final SaleCatalogue catalogue;
    private final StockGates gates;
    private final OrderTrace trace;
    private final JsonMessages<OrderReleased> messages;

    Releases(LedgerService ledger, SaleCatalogue catalogue, StockGates gates, OrderTrace trace, JsonMapper json) {
        this.ledger = ledger;
        this.catalogue = catalogue;
        this.gates = gates;
        this.trace = trace;
        this.messages = new JsonMessages<>(json, OrderReleased.class, "release of an order", Releases::faultOf);
    }

    @KafkaListener(id = OrderReleased.RELEASE_GROUP, topics = OrderReleased.TOPIC, concurrency = CONSUMERS)
    void release(List<ConsumerRecord<String, byte[]>> records) {
        messages.deliver(
                records, orders -> BatchParts.doAll(orders.stream().collect(groupingBy(this::gateOf)), this::release));
    }

    /** The gate of the shopper's bucket. */
    private long gateOf(OrderReleased order) {
        return Buckets.homeGate(order.saleId(), order.userId(), catalogue.numberOfBuckets(order.saleId()));
    }

    private void release(long gateId, List<OrderReleased> orders) {
        Instant begin = trace.now();
        Optional<Long> version = ledger.release(Buckets.campaignOf(gateId), orders);
        List<Release> inRedis =
                gates.release(gateId, orders.stream().map(Releases::hold).toList());
        if (trace.followsAny(orders, OrderReleased::traceparent)) {
            List<Integer> positions = IntStream.range(0, orders.size()).boxed().toList();
            trace.stops(
                    Stop.RELEASE,
                    begin,
                    positions,
                    position -> orders.get(position).traceparent(),
                    position -> wrote(orders.get(position), version, inRedis.get(position)));
        }
    }

    private static Map<String, String> wrote(OrderReleased order, Optional<Long> version, Release inRedis) {
        Map<String, String> wrote = new TreeMap<>();
        wrote.put("reason", order.reason().name());
        version.ifPresent(after -> wrote.put("stock.version", Long.toString(after)));
        wrote.put("release.lua", inRedis.name());
        return wrote;
    }

    /** A unit that MySQL never had must not come back in Redis either: that is how Redis gets rid of a surplus. */
    private static Hold hold(OrderReleased order) {
        return new Hold(order.userId(), order.orderId(), order.reason() != Reason.INSUFFICIENT_STOCK);
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
