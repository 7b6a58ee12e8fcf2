package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.placement.ReservationReader.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Takes reservations from Kafka, a batch at a time, and has them placed sale by sale.
 *
 * <p>The batch is acknowledged when this returns, with everything committed. If anything fails for a reason that may
 * pass, the whole batch comes again; see {@link PlacementConsumerConfiguration}.
 */
@Component
class ReservationListener {

    static final String ID = "placement";

    private static final Logger log = LoggerFactory.getLogger(ReservationListener.class);

    private final ReservationReader reader;
    private final Placement placement;
    private final DeadLetters deadLetters;

    ReservationListener(ReservationReader reader, Placement placement, DeadLetters deadLetters) {
        this.reader = reader;
        this.placement = placement;
        this.deadLetters = deadLetters;
    }

    private record Received(ConsumerRecord<String, byte[]> message, StockReserved reservation) {}

    private record DeadLetter(ConsumerRecord<String, byte[]> message, String reason) {}

    @KafkaListener(
            id = ID,
            topics = StockReserved.TOPIC,
            groupId = StockReserved.PLACEMENT_GROUP,
            containerFactory = "placementContainers",
            autoStartup = "false") // see PlacementStartConfiguration
    void receive(List<ConsumerRecord<String, byte[]>> messages) {
        Map<Long, List<Received>> bySale = new LinkedHashMap<>();
        List<DeadLetter> dead = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> message : messages) {
            switch (reader.read(message.value())) {
                case Reading.Reserved(StockReserved reservation) ->
                    bySale.computeIfAbsent(reservation.saleId(), sale -> new ArrayList<>())
                            .add(new Received(message, reservation));
                case Reading.Poison(String reason) -> dead.add(new DeadLetter(message, reason));
            }
        }
        bySale.forEach((saleId, received) -> dead.addAll(place(saleId, received)));
        // Last, so that repeating a batch which cannot be placed yet does not write them again and again.
        dead.forEach(letter -> deadLetters.put(letter.message(), letter.reason()));
        log.debug("placed {} messages of {} sales, {} dead letters", messages.size(), bySale.size(), dead.size());
    }

    /** Answers those that the database will never take, which {@link ReservationReader} should have sorted out. */
    private List<DeadLetter> place(long saleId, List<Received> received) {
        try {
            placement.place(saleId, received.stream().map(Received::reservation).toList());
            return List.of();
        } catch (DuplicateKeyException overtaken) {
            throw overtaken; // another consumer is at work on the same orders: that passes
        } catch (DataIntegrityViolationException unfit) {
            if (received.size() == 1) {
                return List.of(new DeadLetter(
                        received.getFirst().message(),
                        "the database refuses it: "
                                + unfit.getMostSpecificCause().getMessage()));
            }
            return received.stream()
                    .flatMap(one -> place(saleId, List.of(one)).stream())
                    .toList();
        }
    }
}
