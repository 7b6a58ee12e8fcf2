package io.flashsale.contracts.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The messages and calls of the previous release, as its code wrote them, and what other versions may make of them.
 * docs/releasing.md says how a release records its own.
 */
public final class Recorded {

    /** The previous release: its instances may run beside those of this version. */
    public static final String RELEASE = "1.0";

    private static final JsonMapper JSON = JsonMapper.shared();

    private Recorded() {}

    /**
     * A message that an instance of another version may send.
     *
     * @param name says what is special about it
     */
    public record Variant(String name, byte[] message) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** The recording of this kind, such as {@code OrderReleased}. */
    public static ObjectNode message(String kind) {
        String file = "/recorded/" + RELEASE + "/" + kind + ".json";
        try (InputStream in = Recorded.class.getResourceAsStream(file)) {
            return (ObjectNode) JSON.readTree(Objects.requireNonNull(in, file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The message, with fields that this version does not know in each of its objects. */
    public static ObjectNode withUnknownFields(Object message) {
        ObjectNode later = JSON.valueToTree(message);
        addUnknownFields(later);
        return later;
    }

    private static void addUnknownFields(ObjectNode object) {
        object.forEachEntry((name, value) -> (value.isArray() ? value.valueStream() : Stream.of(value))
                .filter(part -> part.isObject() && !name.equals("headers")) // of which each has a meaning
                .forEach(part -> addUnknownFields((ObjectNode) part)));
        object.putObject("ofALaterVersion").put("units", 1);
    }

    /**
     * What each version takes: the recording, the same with unknown fields, and without each optional one.
     *
     * @param optional paths of fields, such as {@code orders.entryNumber}
     */
    public static Stream<Variant> readable(String kind, String... optional) {
        return Stream.concat(
                Stream.of(
                        variant("as recorded", message(kind)),
                        variant("with unknown fields", withUnknownFields(message(kind)))),
                Stream.of(optional).map(path -> without(kind, path)));
    }

    /** What no version takes: the recording without each of its other fields, and a message in other words. */
    public static Stream<Variant> unreadable(String kind, String... optional) {
        List<String> required = new ArrayList<>(paths(message(kind), "").toList());
        required.removeAll(Set.of(optional));
        return Stream.concat(
                required.stream().map(path -> without(kind, path)),
                Stream.of(variant(
                        "in other words",
                        withUnknownFields(JSON.createObjectNode().put("version", 2)))));
    }

    /** The paths of all fields; of a list, those of its first element. */
    private static Stream<String> paths(JsonNode node, String before) {
        return first(node)
                .propertyStream()
                .flatMap(field -> Stream.concat(
                        Stream.of(before + field.getKey()), paths(field.getValue(), before + field.getKey() + ".")));
    }

    private static JsonNode first(JsonNode node) {
        return node.isArray() ? node.path(0) : node;
    }

    private static Variant without(String kind, String path) {
        ObjectNode message = message(kind);
        int last = path.lastIndexOf('.');
        JsonNode at = message;
        for (String name : last < 0 ? new String[0] : path.substring(0, last).split("\\.")) {
            at = first(at.path(name));
        }
        Objects.requireNonNull(((ObjectNode) at).remove(path.substring(last + 1)), path);
        return variant("without " + path, message);
    }

    private static Variant variant(String name, ObjectNode message) {
        return new Variant(name, JSON.writeValueAsBytes(message));
    }
}
