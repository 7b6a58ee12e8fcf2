package io.flashsale.order.placement;

import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.commons.kafka.JsonMessages.Reading;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes batches of reservations from Kafka and places them per sale and bucket. The batch is acknowledged when this
 * returns, with everything committed. If anything fails temporarily, the whole batch comes again; see
 * {@link PlacementConsumerConfiguration}.
 */
@Component
class ReservationListener {

    static final String ID = "placement";

    /** Consumers of this instance; they share the topic's partitions. */
    private static final String CONSUMERS = "4";

    private static final Logger log = LoggerFactory.getLogger(ReservationListener.class);

    private final JsonMessages<StockReservedGroup> groups;
    private final Placement placement;
    private final DeadLetters deadLetters;
    private final OrderTrace trace;

    ReservationListener(JsonMapper json, Placement placement, DeadLetters deadLetters, OrderTrace trace) {
        this.groups =
                new JsonMessages<>(json, StockReservedGroup.class, "group of reservations", ReservationCheck::faultOf);
        this.placement = placement;
        this.deadLetters = deadLetters;
        this.trace = trace;
    }

    /** A part of a sale's stock, or all of it; one consumer at a time places its reservations. */
    private record Bucket(long saleId, int number) {

        static Bucket of(StockReservedGroup group) {
            return new Bucket(group.saleId(), group.bucket() == null ? 0 : group.bucket());
        }
    }

    private record Received(ConsumerRecord<String, byte[]> message, StockReserved reservation) {

        Map<String, String> from(int together) {
            return Map.of(
                    "topic", message.topic(),
                    "partition", Integer.toString(message.partition()),
                    "offset", Long.toString(message.offset()),
                    "placed together", Integer.toString(together));
        }
    }

    /**
     * What to set aside.
     *
     * @param reservation which of the message; null for the whole message
     */
    private record DeadLetter(
            ConsumerRecord<String, byte[]> message,
            @Nullable StockReserved reservation,
            String reason) {}

    @KafkaListener(
            id = ID,
            topics = StockReserved.TOPIC,
            groupId = StockReserved.PLACEMENT_GROUP,
            concurrency = CONSUMERS,
            autoStartup = "false") // see PlacementStartConfiguration
    void receive(List<ConsumerRecord<String, byte[]>> messages) {
        Map<Bucket, List<Received>> byBucket = new LinkedHashMap<>();
        List<DeadLetter> dead = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> message : messages) {
            switch (groups.read(message.value())) {
                case Reading.Message<StockReservedGroup>(StockReservedGroup group) ->
                    group.reservations()
                            .forEach(reservation -> byBucket.computeIfAbsent(
                                            Bucket.of(group), bucket -> new ArrayList<>())
                                    .add(new Received(message, reservation)));
                case Reading.Unreadable<StockReservedGroup>(String reason) ->
                    dead.add(new DeadLetter(message, null, reason));
            }
        }
        byBucket.forEach((bucket, received) -> dead.addAll(place(bucket, received)));
        // Last, so that a repeated batch does not write the same dead letters again and again.
        dead.forEach(this::setAside);
        log.debug(
                "placed {} messages of {} sales or buckets, {} dead letters",
                messages.size(),
                byBucket.size(),
                dead.size());
    }

    private void setAside(DeadLetter letter) {
        StockReserved reservation = letter.reservation();
        if (reservation == null) {
            deadLetters.put(letter.message(), letter.reason());
        } else {
            deadLetters.put(letter.message(), reservation, letter.reason());
        }
    }

    /**
     * Returns those that are not placed, because the sale never had their price, or because the database can never
     * take them and {@link ReservationCheck} has missed it. Halving the batch finds the latter: one among thousands
     * costs a dozen repetitions, which leave placed orders alone.
     */
    private List<DeadLetter> place(Bucket bucket, List<Received> received) {
        Instant begin = trace.now();
        try {
            Set<StockReserved> wronglyPriced = placement.place(
                    bucket.saleId(),
                    bucket.number(),
                    received.stream().map(Received::reservation).toList());
            List<Received> placed = received.stream()
                    .filter(one -> !wronglyPriced.contains(one.reservation()))
                    .toList();
            trace.stops(
                    Stop.PLACEMENT,
                    begin,
                    placed,
                    one -> one.reservation().correlationId(),
                    one -> one.from(placed.size()));
            return received.stream()
                    .filter(one -> wronglyPriced.contains(one.reservation()))
                    .map(one -> new DeadLetter(
                            one.message(),
                            one.reservation(),
                            "the sale never cost " + one.reservation().terms().priceCents() + " cents"))
                    .toList();
        } catch (DuplicateKeyException overtaken) {
            throw overtaken; // temporary: another consumer works on the same orders
        } catch (DataIntegrityViolationException unfit) {
            if (received.size() == 1) {
                return List.of(new DeadLetter(
                        received.getFirst().message(),
                        received.getFirst().reservation(),
                        "the database refuses it: "
                                + unfit.getMostSpecificCause().getMessage()));
            }
            int middle = received.size() / 2;
            return Stream.of(received.subList(0, middle), received.subList(middle, received.size()))
                    .flatMap(half -> place(bucket, half).stream())
                    .toList();
        }
    }
}
