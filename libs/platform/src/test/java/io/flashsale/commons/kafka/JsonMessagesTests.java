package io.flashsale.commons.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.kafka.listener.BatchListenerFailedException;
import tools.jackson.databind.json.JsonMapper;

class JsonMessagesTests {

    record Fact(long id, @Nullable String what) {}

    private final JsonMessages<Fact> messages = new JsonMessages<>(
            JsonMapper.builder().build(), Fact.class, "fact", fact -> fact.what() == null ? "it says nothing" : null);
    private final List<Fact> done = new ArrayList<>();

    private static List<ConsumerRecord<String, byte[]>> batch(String... values) {
        return Stream.of(values)
                .map(value -> new ConsumerRecord<>("topic", 0, 0, "key", value.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    @Test
    void shouldDeliverABatchAsAWhole() {
        messages.deliver(batch("{\"id\":1,\"what\":\"a\"}", "{\"id\":2,\"what\":\"b\"}"), done::addAll);
        assertThat(done).containsExactly(new Fact(1, "a"), new Fact(2, "b"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "no JSON,            the message is no fact: ",
                "null,               the message is null",
                "[],                 the message is no fact: ",
                "{\"id\":3},         it says nothing",
                "{\"what\":\"no id\"}, the message is no fact: ",
                "``,                 the message is no fact: "
            })
    void shouldDealWithWhatCameBeforeTheOneThatItCannotRead(String poison, String reason) {
        assertThatThrownBy(() -> messages.deliver(
                        batch("{\"id\":1,\"what\":\"a\"}", poison, "{\"id\":2,\"what\":\"b\"}"), done::addAll))
                .isInstanceOfSatisfying(BatchListenerFailedException.class, fault -> {
                    assertThat(fault.getIndex()).isEqualTo(1);
                    assertThat(fault).hasMessageContaining(reason);
                });
        assertThat(done).as("Spring acknowledges all that comes before").containsExactly(new Fact(1, "a"));
    }
}
