package io.flashsale.commons.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.flashsale.commons.kafka.JsonMessages.Reading;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class JsonMessagesTests {

    record Fact(long id, @Nullable String what, @Nullable Instant at) {}

    private final JsonMessages<Fact> messages = new JsonMessages<>(
            JsonMapper.builder().build(), Fact.class, "fact", fact -> fact.what() == null ? "it says nothing" : null);

    private Reading<Fact> read(String text) {
        return messages.read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldReadWhatIsWhole() {
        assertThat(read("{\"id\":1,\"what\":\"a\"}")).isEqualTo(new Reading.Message<>(new Fact(1, "a", null)));
        assertThat(messages.read(null)).isEqualTo(new Reading.Unreadable<>("the message is empty"));
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
    void shouldSayWhyAMessageIsNone(String poison, String reason) {
        assertThat(read(poison))
                .isInstanceOfSatisfying(
                        Reading.Unreadable.class,
                        unreadable -> assertThat(unreadable.reason()).contains(reason));
    }

    /** An exception would let the message come again for ever. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"+1000000001-01-01T00:00:00Z\"", "\"+9999999999999-01-01T00:00:00Z\"", "\"yesterday\"",
                "9223372036854775807", "-99999999999999999999", "1e30",
                "{}"
            })
    void shouldThrowNothingWhateverIsGivenForATime(String time) {
        String message = "{\"id\":1,\"what\":\"a\",\"at\":" + time + "}";
        assertThatCode(() -> read(message)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "1969-12-31T23:59:59.999Z, false",
        ", false",
        "1970-01-01T00:00:00Z, true",
        "2026-01-01T00:00:00Z, true",
        "9999-01-01T00:00:00Z, true",
        "9999-01-01T00:00:00.001Z, false",
        "+10000-01-01T00:00:00Z, false"
    })
    void shouldKnowWhichTimesMySqlStores(@Nullable Instant time, boolean isStorable) {
        assertThat(JsonMessages.isStorable(time)).isEqualTo(isStorable);
    }
}
