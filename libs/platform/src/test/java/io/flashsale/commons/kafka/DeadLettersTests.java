package io.flashsale.commons.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;

class DeadLettersTests {

    private static final int MAX_BYTES = 1_000_000;

    private final AtomicInteger counted = new AtomicInteger();

    /** Like Kafka's producer, refuses what is too large without sending it. */
    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer()) {
                @Override
                public synchronized Future<RecordMetadata> send(
                        ProducerRecord<String, byte[]> letter, Callback callback) {
                    int size = letter.value().length;
                    for (var header : letter.headers()) {
                        size += header.key().length() + header.value().length;
                    }
                    if (size > MAX_BYTES) {
                        RecordTooLargeException refused = new RecordTooLargeException(size + " bytes");
                        callback.onCompletion(null, refused);
                        return CompletableFuture.failedFuture(refused);
                    }
                    return super.send(letter, callback);
                }
            };

    private final DeadLetters deadLetters = new DeadLetters(
            new KafkaTemplate<>(new DefaultKafkaProducerFactory<String, byte[]>(Map.of()) {
                @Override
                protected Producer<String, byte[]> createRawProducer(Map<String, Object> settings) {
                    return producer;
                }
            }),
            counted::incrementAndGet);

    private static ConsumerRecord<String, byte[]> message(int bytes) {
        var message =
                new ConsumerRecord<>("facts", 3, 17, "key", "x".repeat(bytes).getBytes(UTF_8));
        message.headers().add("sender", "somebody".getBytes(UTF_8));
        return message;
    }

    private static byte[] header(ProducerRecord<?, ?> letter, String name) {
        return letter.headers().lastHeader(name).value();
    }

    private ProducerRecord<String, byte[]> onlyLetter() {
        assertThat(producer.history()).hasSize(1);
        ProducerRecord<String, byte[]> letter = producer.history().getFirst();
        assertThat(letter.topic()).isEqualTo("facts.dead-letter");
        assertThat(header(letter, "kafka_dlt-original-topic")).isEqualTo("facts".getBytes(UTF_8));
        assertThat(ByteBuffer.wrap(header(letter, "kafka_dlt-original-partition"))
                        .getInt())
                .isEqualTo(3);
        assertThat(ByteBuffer.wrap(header(letter, "kafka_dlt-original-offset")).getLong())
                .isEqualTo(17);
        assertThat(counted).hasValue(1);
        return letter;
    }

    @Test
    void shouldLeaveAMessageAsItCame() {
        deadLetters.put(message(9_999), "nobody understands it");
        ProducerRecord<String, byte[]> letter = onlyLetter();
        assertThat(letter.key()).isEqualTo("key");
        assertThat(letter.value()).isEqualTo(message(9_999).value());
        assertThat(header(letter, "sender")).asString().isEqualTo("somebody");
        assertThat(header(letter, "kafka_dlt-exception-message")).asString().isEqualTo("nobody understands it");
    }

    /** Otherwise everything behind it in its partition would wait for ever. */
    @Test
    void shouldCutAMessageThatIsTooLargeTogetherWithItsHeaders() {
        deadLetters.put(message(MAX_BYTES - 20), "nobody understands it");
        ProducerRecord<String, byte[]> letter = onlyLetter();
        assertThat(letter.value()).hasSize(65_536).containsOnly('x');
        assertThat(header(letter, "kafka_dlt-exception-message"))
                .asString()
                .startsWith("nobody understands it")
                .contains("the first 65536 of 999980 bytes");
    }

    @Test
    void shouldThrowWhileKafkaIsAway() {
        producer.sendException = new KafkaException("away");
        assertThatThrownBy(() -> deadLetters.put(message(9), "nobody understands it"))
                .isInstanceOf(KafkaException.class);
        assertThat(counted).hasValue(0);
    }
}
