package io.flashsale.order.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.flashsale.order.deadletter.DeadLetter.Position;
import io.flashsale.order.deadletter.ReplayMapper.Letter;
import io.flashsale.order.deadletter.ReplayMapper.Replay;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.placement.DeadLetterOrders;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.stereotype.Service;

/**
 * Shows dead letters and sends them to their first topic again, once an operator has removed the cause. An accepted
 * order can be rejected instead.
 *
 * <p>A replay is harmless, because consumers expect repetition:
 * <ul> <li>Placement leaves an order alone that has a row. <li>The ledger answers a repeated deduction with the
 * first outcome, and takes each release once (keys of {@code stock_flow}). <li>A release in Redis requires that the
 * entry still names the order.
 * </ul>
 *
 * <p>So the message is sent first and the replay is recorded afterwards. A message that still cannot be processed
 * becomes a new dead letter.
 */
@Service
class DeadLetterService {

    /** Position that a replayed message came from, such as {@code reservations.dead-letter-0@17}. */
    static final String REPLAYED_FROM = "flashsale-replayed-from";

    private static final Logger log = LoggerFactory.getLogger(DeadLetterService.class);

    /** Prefix of the headers that the failing consumer added. */
    private static final String OF_A_DEAD_LETTER = "kafka_dlt-";

    private final DeadLetterReader reader;
    private final ReplayMapper replays;
    private final DeadLetterOrders deadLetterOrders;
    private final OrderMapper orders;
    private final KafkaTemplate<String, byte[]> kafka;

    DeadLetterService(
            DeadLetterReader reader,
            ReplayMapper replays,
            DeadLetterOrders deadLetterOrders,
            OrderMapper orders,
            KafkaTemplate<String, byte[]> kafka) {
        this.reader = reader;
        this.replays = replays;
        this.deadLetterOrders = deadLetterOrders;
        this.orders = orders;
        this.kafka = kafka;
    }

    /**
     * @param replay the last one; null if there was none
     * @param orders that the letter is about and that have a row
     */
    record Shown(DeadLetter letter, @Nullable Replay replay, Map<Long, Order> orders) {

        private boolean isRejected() {
            return !letter.orderIds().isEmpty()
                    && letter.orderIds().stream()
                            .map(orders::get)
                            .allMatch(order -> order != null && order.reason() == EndReason.REJECTED_BY_ADMINISTRATOR);
        }
    }

    /** What became of a wish about a letter. */
    sealed interface Outcome {
        record Done(Shown shown) implements Outcome {}

        record NoSuchLetter() implements Outcome {}

        /** Nothing was done. */
        record Conflict(String why) implements Outcome {}
    }

    /**
     * Returns the letters of a page, newest first.
     *
     * @throws KafkaException if Kafka is unavailable
     */
    List<Shown> newest(DeadLetterTopic topic, int limit, LetterPage page) {
        return shown(topic, reader.newest(topic, limit, page));
    }

    /**
     * Sends a letter's key and value to its first topic, unless its orders were rejected. Returns after Kafka has
     * acknowledged.
     *
     * @throws KafkaException if Kafka is unavailable; the message may have been sent
     */
    Outcome replay(Position position) {
        return reader.at(position)
                .<Outcome>map(message -> {
                    DeadLetter letter = reader.letter(position.topic(), message);
                    if (shown(letter).isRejected()) {
                        return new Outcome.Conflict("An administrator has rejected its order.");
                    }
                    send(position, message);
                    replays.add(new Letter(position, letter.writtenAt()));
                    log.info(
                            "dead letter {} was sent to {} again",
                            position,
                            position.topic().firstTopic());
                    return new Outcome.Done(shown(letter));
                })
                .orElseGet(Outcome.NoSuchLetter::new);
    }

    /**
     * Rejects the accepted orders that a letter is about, and has their units given back. Repeating it changes nothing.
     *
     * @throws KafkaException if Kafka is unavailable; nothing was done
     */
    Outcome reject(Position position) {
        return reader.at(position)
                .<Outcome>map(message -> {
                    DeadLetter letter = reader.letter(position.topic(), message);
                    if (letter.orderIds().isEmpty()) {
                        return new Outcome.Conflict("It names no accepted order.");
                    }
                    return switch (deadLetterOrders.reject(deadLetterOrders.in(message.value()))) {
                        case DeadLetterOrders.Outcome.Rejected(int now) -> {
                            log.info("{} orders of dead letter {} were rejected", now, position);
                            yield new Outcome.Done(shown(letter));
                        }
                        case DeadLetterOrders.Outcome.Decided(Order order) ->
                            new Outcome.Conflict("Order " + order.id() + " is " + order.status() + " already.");
                        case DeadLetterOrders.Outcome.OfAnother(long orderId) ->
                            new Outcome.Conflict("Order " + orderId + " is another shopper's or sale's.");
                        case DeadLetterOrders.Outcome.Unfit() ->
                            new Outcome.Conflict("The database takes no row for its order.");
                    };
                })
                .orElseGet(Outcome.NoSuchLetter::new);
    }

    private Shown shown(DeadLetter letter) {
        return shown(letter.position().topic(), List.of(letter)).getFirst();
    }

    private List<Shown> shown(DeadLetterTopic topic, List<DeadLetter> letters) {
        Map<Letter, Replay> known = replays.of(topic, letters);
        Map<Long, Order> placed = ordersOf(letters);
        return letters.stream()
                .map(letter -> new Shown(letter, known.get(new Letter(letter.position(), letter.writtenAt())), placed))
                .toList();
    }

    private Map<Long, Order> ordersOf(List<DeadLetter> letters) {
        Set<Long> ids =
                letters.stream().flatMap(letter -> letter.orderIds().stream()).collect(toSet());
        return ids.isEmpty() ? Map.of() : orders.findAll(ids).stream().collect(toMap(Order::id, identity()));
    }

    /** Sends to the partition that the message came from: its key does not say which bucket it is of. */
    private void send(Position position, ConsumerRecord<String, byte[]> message) {
        Header partition = message.headers().lastHeader(KafkaHeaders.DLT_ORIGINAL_PARTITION);
        ProducerRecord<String, byte[]> again = new ProducerRecord<>(
                position.topic().firstTopic(),
                partition == null ? null : ByteBuffer.wrap(partition.value()).getInt(),
                null,
                message.key(),
                message.value(),
                headersOfTheFirstSender(message, position));
        try {
            kafka.send(again).get(reader.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            throw new InterruptException(stopped); // sets the flag again
        } catch (ExecutionException failed) {
            throw new KafkaException("the message was not acknowledged", failed.getCause());
        } catch (java.util.concurrent.TimeoutException late) {
            throw new KafkaException("the message was not acknowledged in time", late);
        }
    }

    private static Headers headersOfTheFirstSender(ConsumerRecord<?, ?> message, Position position) {
        RecordHeaders headers = new RecordHeaders();
        for (Header header : message.headers()) {
            if (!header.key().startsWith(OF_A_DEAD_LETTER) && !header.key().equals(REPLAYED_FROM)) {
                headers.add(header);
            }
        }
        return headers.add(REPLAYED_FROM, position.toString().getBytes(UTF_8));
    }
}
