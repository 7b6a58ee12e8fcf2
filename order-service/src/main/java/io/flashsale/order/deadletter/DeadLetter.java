package io.flashsale.order.deadletter;

import io.flashsale.commons.CorrelationIdFilter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.support.KafkaHeaders;

/**
 * A message in a dead-letter topic.
 *
 * @param writtenAt when it was set aside
 * @param reason what its consumer reported
 * @param exception class of the innermost known exception that its consumer threw
 * @param orderIds the accepted orders that it is about, as far as it can be read
 * @param payload its first {@link #MAX_TEXT} characters at most; need not be text or JSON
 * @param payloadBytes its whole size; 0 for none
 */
record DeadLetter(
        Position position,
        Instant writtenAt,
        @Nullable String key,
        @Nullable String reason,
        @Nullable String exception,
        @Nullable String correlationId,
        List<Long> orderIds,
        @Nullable String payload,
        int payloadBytes) {

    static final int MAX_TEXT = 4_096;

    /** The position of a letter in its topic. */
    record Position(DeadLetterTopic topic, int partition, long offset) {

        @Override
        public String toString() {
            return topic.topic() + '-' + partition + '@' + offset;
        }
    }

    static DeadLetter of(DeadLetterTopic topic, ConsumerRecord<String, byte[]> message, List<Long> orderIds) {
        String cause = text(message, KafkaHeaders.DLT_EXCEPTION_CAUSE_FQCN);
        byte @Nullable [] payload = message.value();
        return new DeadLetter(
                new Position(topic, message.partition(), message.offset()),
                Instant.ofEpochMilli(message.timestamp()),
                bounded(message.key()),
                bounded(text(message, KafkaHeaders.DLT_EXCEPTION_MESSAGE)),
                cause == null ? text(message, KafkaHeaders.DLT_EXCEPTION_FQCN) : cause,
                bounded(text(message, CorrelationIdFilter.HEADER)),
                orderIds,
                payload == null ? null : bounded(text(payload)),
                payload == null ? 0 : payload.length);
    }

    private static @Nullable String text(ConsumerRecord<?, ?> message, String header) {
        Header found = message.headers().lastHeader(header);
        return found == null || found.value() == null ? null : text(found.value());
    }

    /** Decodes UTF-8 and replaces invalid bytes. No character takes more than four bytes. */
    private static String text(byte[] bytes) {
        return new String(bytes, 0, Math.min(bytes.length, 4 * MAX_TEXT), StandardCharsets.UTF_8);
    }

    private static @Nullable String bounded(@Nullable String text) {
        return text == null || text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
    }
}
