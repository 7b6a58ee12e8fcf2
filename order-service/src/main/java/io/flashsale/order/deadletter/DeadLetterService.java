package io.flashsale.order.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flashsale.order.deadletter.DeadLetter.Position;
import io.flashsale.order.deadletter.ReplayMapper.Letter;
import io.flashsale.order.deadletter.ReplayMapper.Replay;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.springframework.stereotype.Service;

/**
 * Shows dead letters and sends them to their first topic again, once an operator has removed the cause.
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

    private static final long TIMEOUT_SECONDS = 4; // s; the gateway waits for 5

    private final DeadLetterReader reader;
    private final ReplayMapper replays;
    private final KafkaTemplate<String, byte[]> kafka;

    DeadLetterService(DeadLetterReader reader, ReplayMapper replays, KafkaTemplate<String, byte[]> kafka) {
        this.reader = reader;
        this.replays = replays;
        this.kafka = kafka;
    }

    /** @param replay the last one; null if there was none */
    record Shown(DeadLetter letter, @Nullable Replay replay) {}

    /**
     * Returns the newest letters, newest first.
     *
     * @throws KafkaException if Kafka is unavailable
     */
    List<Shown> newest(DeadLetterTopic topic, int limit) {
        return shown(topic, reader.newest(topic, limit));
    }

    /**
     * Sends a letter's key and value to its first topic. Returns after Kafka has acknowledged; empty if there is no
     * such letter.
     *
     * @throws KafkaException if Kafka is unavailable; the message may have been sent
     */
    Optional<Shown> replay(Position position) {
        return reader.at(position).map(message -> {
            send(position, message);
            DeadLetter letter = DeadLetter.of(position.topic(), message);
            replays.add(new Letter(position, letter.writtenAt()));
            log.info(
                    "dead letter {} was sent to {} again",
                    position,
                    position.topic().firstTopic());
            return shown(position.topic(), List.of(letter)).getFirst();
        });
    }

    private List<Shown> shown(DeadLetterTopic topic, List<DeadLetter> letters) {
        Map<Letter, Replay> known = replays.of(topic, letters);
        return letters.stream()
                .map(letter -> new Shown(letter, known.get(new Letter(letter.position(), letter.writtenAt()))))
                .toList();
    }

    /** Leaves the partition open: the key decides, as it did for the first sender. */
    private void send(Position position, ConsumerRecord<String, byte[]> message) {
        ProducerRecord<String, byte[]> again = new ProducerRecord<>(
                position.topic().firstTopic(),
                null,
                null,
                message.key(),
                message.value(),
                headersOfTheFirstSender(message, position));
        try {
            kafka.send(again).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
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
