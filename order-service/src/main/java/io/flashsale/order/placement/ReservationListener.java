package io.flashsale.order.placement;

import static java.util.stream.Collectors.toMap;

import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.kafka.PartwiseDelivery;
import io.flashsale.commons.kafka.PartwiseDelivery.Delivered;
import io.flashsale.commons.tracing.JointWork;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.order.ordering.ReviewMapper;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes batches of reservations from Kafka and places them per sale and bucket. A batch is acknowledged when this
 * returns, with everything committed. If a sale fails, its reservations come again, and other sales go on; see
 * {@link PartwiseDelivery}. A dead letter keeps the unit that the ledger has for it, and its shopper sees the order
 * as under review.
 */
@Component
class ReservationListener {

    static final String ID = "placement";

    /** Consumers of this instance; they share the topic's partitions. */
    private static final String CONSUMERS = "4";

    private final PartwiseDelivery<StockReservedGroup, Bucket, StockReserved> delivery;
    private final Placement placement;
    private final OrderTrace trace;

    ReservationListener(
            JsonMapper json, Placement placement, ReviewMapper reviews, DeadLetters deadLetters, OrderTrace trace) {
        this.placement = placement;
        this.trace = trace;
        this.delivery = new PartwiseDelivery<>(
                ReservationCheck.messages(json),
                Bucket::of,
                StockReservedGroup::reservations,
                "orders",
                this::place,
                reviews::add,
                deadLetters);
    }

    /** A part of a sale's stock, or all of it; one consumer at a time places its reservations. */
    private record Bucket(long saleId, int number) {

        static Bucket of(StockReservedGroup group) {
            return new Bucket(group.saleId(), group.bucket() == null ? 0 : group.bucket());
        }
    }

    @KafkaListener(
            id = ID,
            topics = StockReserved.TOPIC,
            groupId = StockReserved.PLACEMENT_GROUP,
            concurrency = CONSUMERS,
            autoStartup = "false") // see PlacementConsumerConfiguration
    void receive(List<ConsumerRecord<String, byte[]>> messages) {
        delivery.take(messages);
    }

    /** Returns those that are not placed, because the sale never had their price. */
    private Map<StockReserved, String> place(Bucket bucket, List<Delivered<StockReserved>> received) {
        try (JointWork work =
                trace.begin(Stop.PLACEMENT, received, one -> one.fact().correlationId())) {
            Set<StockReserved> wronglyPriced = placement.place(
                    bucket.saleId(),
                    bucket.number(),
                    received.stream().map(Delivered::fact).toList());
            List<Delivered<StockReserved>> placed = received.stream()
                    .filter(one -> !wronglyPriced.contains(one.fact()))
                    .toList();
            work.stops(placed, one -> one.fact().correlationId(), one -> origin(one.message(), placed.size()));
            return wronglyPriced.stream()
                    .collect(toMap(
                            one -> one,
                            one -> "the sale never cost " + one.terms().priceCents() + " cents"));
        }
    }

    private static Map<String, String> origin(ConsumerRecord<String, byte[]> message, int together) {
        return Map.of(
                "topic", message.topic(),
                "partition", Integer.toString(message.partition()),
                "offset", Long.toString(message.offset()),
                "placed together", Integer.toString(together));
    }
}
