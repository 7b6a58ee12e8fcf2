package io.flashsale.commons.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchListenerFailedException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads batches of messages of one type, and names the one that can never be read. */
public final class JsonMessages<T> {

    private final ObjectReader reader;
    private final Class<T> type;
    private final Predicate<T> isComplete;

    /**
     * @param isComplete whether the fields, which JSON may have left out, are there and make sense
     */
    public JsonMessages(JsonMapper json, Class<T> type, Predicate<T> isComplete) {
        this.reader = json.readerFor(type).with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        this.type = type;
        this.isComplete = isComplete;
    }

    /**
     * Has the messages of the batch worked on, in its sequence. If one is none, has those before it worked on and then
     * fails naming it: Spring takes what comes before a named message as done, and acknowledges it.
     *
     * @throws BatchListenerFailedException naming the first that can never be read
     */
    public void deliver(List<ConsumerRecord<String, byte[]>> batch, Consumer<List<T>> work) {
        List<T> messages = new ArrayList<>(batch.size());
        BatchListenerFailedException poison = null;
        for (int i = 0; i < batch.size() && poison == null; i++) {
            try {
                messages.add(read(batch.get(i).value()));
            } catch (JacksonException | IllegalArgumentException unreadable) {
                poison = new BatchListenerFailedException("not a " + type.getSimpleName(), unreadable, i);
            }
        }
        if (!messages.isEmpty()) {
            work.accept(messages);
        }
        if (poison != null) {
            throw poison;
        }
    }

    private T read(byte @Nullable [] value) {
        T message = value == null ? null : reader.readValue(value);
        if (message == null || !isComplete.test(message)) {
            throw new IllegalArgumentException("incomplete");
        }
        return message;
    }
}
