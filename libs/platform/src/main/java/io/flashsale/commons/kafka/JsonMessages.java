package io.flashsale.commons.kafka;

import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads messages of one type, and states why a message is unreadable. */
public final class JsonMessages<T> {

    /** JSON knows later times than MySQL, which would refuse them for ever. */
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    private final JsonMapper json;
    private final ObjectReader reader;
    private final String name;
    private final Function<T, @Nullable String> faultOf;

    /**
     * @param name of such a message, for reasons: "the message is no {@code name}"
     * @param faultOf describes invalid or missing fields; null if all are valid
     */
    public JsonMessages(JsonMapper json, Class<T> type, String name, Function<T, @Nullable String> faultOf) {
        this.json = json;
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

    /** Whether a time that a message names is there and can be stored. */
    public static boolean isStorable(@Nullable Instant time) {
        return time != null && !time.isBefore(Instant.EPOCH) && !time.isAfter(LATEST);
    }

    /** The message with one element of this list only. What this version does not know of stays in it. */
    byte[] withOnly(int element, String list, byte[] message) {
        ObjectNode whole = (ObjectNode) json.readTree(message);
        JsonNode one = whole.path(list).get(element);
        whole.putArray(list).add(one);
        return json.writeValueAsBytes(whole);
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
        } catch (RuntimeException malformed) { // whatever it is, reading the same bytes again would end in it, too
            return new Reading.Unreadable<>("the message is no " + name + ": " + malformed);
        }
        if (value == null) {
            return new Reading.Unreadable<>("the message is null");
        }
        String fault = faultOf.apply(value);
        return fault == null ? new Reading.Message<>(value) : new Reading.Unreadable<>(fault);
    }
}
