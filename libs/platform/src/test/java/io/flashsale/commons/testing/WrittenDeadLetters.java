package io.flashsale.commons.testing;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a dead-letter topic from its beginning. */
public final class WrittenDeadLetters {

    private WrittenDeadLetters() {}

    public record Letter(String message, String reason) {}

    /** The letters that the topic has now, oldest first, but those that a test has sent there itself. */
    public static List<Letter> in(String topic, String bootstrapServers) {
        TopicPartition only = new TopicPartition(topic, 0);
        List<Letter> letters = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", bootstrapServers, "max.poll.records", "10000"),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(only));
            consumer.seekToBeginning(List.of(only));
            long end = consumer.endOffsets(List.of(only)).getOrDefault(only, 0L);
            while (consumer.position(only) < end) {
                for (var letter : consumer.poll(Duration.ofMillis(200))) {
                    if (letter.headers().lastHeader("kafka_dlt-original-topic") != null) {
                        letters.add(new Letter(
                                text(letter.value()),
                                text(letter.headers()
                                        .lastHeader("kafka_dlt-exception-message")
                                        .value())));
                    }
                }
            }
        }
        return letters;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
