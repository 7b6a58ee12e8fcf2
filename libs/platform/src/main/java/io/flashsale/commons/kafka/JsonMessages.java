package io.flashsale.commons.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchListenerFailedException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads messages of one type, and states why a message is unreadable. */
public final class JsonMessages<T> {

    private final ObjectReader reader;
    private final String name;
    private final Function<T, @Nullable String> faultOf;

    /**
     * @param name of such a message, for reasons: "the message is no {@code name}"
     * @param faultOf describes invalid or missing fields; null if all are valid
     */
    public JsonMessages(JsonMapper json, Class<T> type, String name, Function<T, @Nullable String> faultOf) {
        this.reader = json.readerFor(type).with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        this.name = name;
        this.faultOf = faultOf;
    }

    /** The result of reading a message. */
    public sealed interface Reading<T> {
        record Message<T>(T value) implements Reading<T> {}

        /** A retry cannot help. */
        record Unreadable<T>(String reason) implements Reading<T> {}
    }

    public Reading<T> read(byte @Nullable [] message) {
        if (message == null) {
            return new Reading.Unreadable<>("the message is empty");
        }
        T value;
        try {
            value = reader.readValue(message);
        } catch (JacksonException malformed) {
            return new Reading.Unreadable<>("the message is no " + name + ": " + malformed.getOriginalMessage());
        }
        if (value == null) {
            return new Reading.Unreadable<>("the message is null");
        }
        String fault = faultOf.apply(value);
        return fault == null ? new Reading.Message<>(value) : new Reading.Unreadable<>(fault);
    }

    /**
     * Processes the messages of the batch in order. If one is unreadable, processes those before it, and then fails
     * naming it. Spring takes the messages before the named one as done, and acknowledges them.
     *
     * @throws BatchListenerFailedException naming the first unreadable message
     */
    public void deliver(List<ConsumerRecord<String, byte[]>> batch, Consumer<List<T>> work) {
        List<T> messages = new ArrayList<>(batch.size());
        String poison = null;
        for (int i = 0; i < batch.size() && poison == null; i++) {
            switch (read(batch.get(i).value())) {
                case Reading.Message<T>(T value) -> messages.add(value);
                case Reading.Unreadable<T>(String reason) -> poison = reason;
            }
        }
        if (!messages.isEmpty()) {
            work.accept(messages);
        }
        if (poison != null) {
            throw new BatchListenerFailedException(poison, messages.size());
        }
    }
}
