package io.flashsale.commons.kafka;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer.HeaderNames.HeadersToAdd;
import org.springframework.kafka.support.SendResult;

/**
 * Sets aside messages that can never be taken, in the topic whose name is theirs plus {@value #SUFFIX}. The message
 * stays as it came. Header {@code kafka_dlt-exception-message} has the reason, the other headers the origin. An
 * operator can repair it and send it to the first topic again.
 *
 * <p>The headers make a letter longer than its message. If Kafka refuses it as too large, it is cut: to the first
 * {@value #CUT_BYTES} bytes of the value, without the key and the headers of the message.
 */
public final class DeadLetters {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final String SUFFIX = ".dead-letter";
    private static final int ANY_PARTITION = -1;
    private static final int CUT_BYTES = 65_536;
    private static final Duration ACKNOWLEDGEMENT_TIMEOUT = Duration.ofSeconds(15);

    private final DeadLetterPublishingRecoverer publisher;
    private final Runnable onDeadLetter;

    /** @param onDeadLetter called after each message that was set aside */
    public DeadLetters(KafkaTemplate<String, byte[]> kafka, Runnable onDeadLetter) {
        this.onDeadLetter = onDeadLetter;
        publisher =
                new DeadLetterPublishingRecoverer(
                        kafka, (message, fault) -> new TopicPartition(message.topic() + SUFFIX, ANY_PARTITION)) {

                    /** The inherited method loses the cause if the producer refuses the letter without sending it. */
                    @Override
                    protected void publish(
                            ProducerRecord<Object, Object> letter,
                            KafkaOperations<Object, Object> operations,
                            ConsumerRecord<?, ?> message) {
                        CompletableFuture<SendResult<Object, Object>> sent;
                        try {
                            sent = operations.send(letter);
                        } catch (KafkaException refused) {
                            sent = CompletableFuture.failedFuture(refused);
                        }
                        verifySendResult(operations, letter, sent, message);
                    }
                };
        publisher.setFailIfSendResultIsError(true);
        publisher.setWaitForSendResultTimeout(ACKNOWLEDGEMENT_TIMEOUT);
        publisher.excludeHeader(HeadersToAdd.EX_STACKTRACE);
    }

    /** Sets one fact of the message aside, in a message of its own, without the others. */
    public void put(ConsumerRecord<String, byte[]> message, byte[] alone, String reason) {
        put(withOrigin(message, message.key(), alone, message.headers()), reason);
    }

    /** Returns once Kafka has the message. Otherwise throws, and the message has to be delivered again. */
    public void put(ConsumerRecord<String, byte[]> message, String reason) {
        try {
            publisher.accept(message, null, new PoisonMessageException(reason));
        } catch (KafkaException failed) {
            if (!failed.contains(RecordTooLargeException.class)) {
                throw failed;
            }
            putCut(message, reason);
        }
        onDeadLetter.run();
        log.error(
                "message {}-{}@{} can never be taken and is now a dead letter: {}",
                message.topic(),
                message.partition(),
                message.offset(),
                reason);
    }

    private void putCut(ConsumerRecord<String, byte[]> message, String reason) {
        byte[] value = Objects.requireNonNullElse(message.value(), new byte[0]);
        byte[] cut = Arrays.copyOf(value, Math.min(value.length, CUT_BYTES));
        publisher.accept(
                withOrigin(message, null, cut, new RecordHeaders()),
                null,
                new PoisonMessageException(
                        "%s; too large for a dead letter: cut to the first %d of %d bytes, without key and headers"
                                .formatted(reason, cut.length, value.length)));
    }

    private static ConsumerRecord<String, byte[]> withOrigin(
            ConsumerRecord<String, byte[]> message, @Nullable String key, byte[] value, Headers headers) {
        return new ConsumerRecord<>(
                message.topic(),
                message.partition(),
                message.offset(),
                message.timestamp(),
                message.timestampType(),
                ConsumerRecord.NULL_SIZE,
                value.length,
                key,
                value,
                headers,
                message.leaderEpoch());
    }
}
