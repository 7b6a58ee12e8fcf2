package io.flashsale.system.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Sends a fraction for each whole number, and half of a character for each text, of every body that a service describes
 * in its OpenAPI document.
 */
@Tag("long")
class BodiesIT {

    private static final List<String> DOCUMENTS = List.of("stock", "order", "coupon", "control-room", "lock-lab");

    /** So deep does no body go; entry.difficulty is at 2. */
    private static final int MAX_DEPTH = 5;

    private final Shop shop = RunningSystem.withLockLab().shop;
    private final User admin = shop.admin();

    /** A body with one wrong value, and the path of its field. */
    private record Wrong(String call, String field, String body) {}

    @Test
    void shouldRefuseFractionsAndHalfCharactersInEveryFieldOfEveryBody() {
        List<Wrong> wrong = DOCUMENTS.stream().flatMap(this::ofDocument).toList();
        assertThat(wrong.stream().map(Wrong::call).distinct()).hasSizeGreaterThan(15);
        assertThat(wrong).hasSizeGreaterThan(60);
        List<String> faults = new ArrayList<>();
        for (Wrong each : wrong) {
            String[] call = each.call().split(" ");
            Answer answer = shop.call(call[0], call[1], admin, each.body());
            String detail = answer.body().path("detail").asString("");
            if (answer.status() != 400 || !detail.startsWith(each.field() + " ")) {
                faults.add(each + " => " + answer.status() + " " + answer.text());
            }
        }
        assertThat(faults).isEmpty();
    }

    private Stream<Wrong> ofDocument(String name) {
        JsonNode document = shop.get("/api-docs/" + name, admin).body();
        return document.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue().propertyStream().flatMap(operation -> {
                    String call = operation.getKey().toUpperCase(Locale.ROOT) + " "
                            + path.getKey().replaceAll("\\{[^}]*}", "1");
                    JsonNode body = operation.getValue().path("requestBody").path("content");
                    return ofSchema(document, body.path("application/json").path("schema"), "", "%s", call, 0);
                }));
    }

    /** @param around the body around this value, with {@code %s} in its place */
    private static Stream<Wrong> ofSchema(
            JsonNode document, JsonNode schema, String field, String around, String call, int depth) {
        if (depth > MAX_DEPTH) {
            return Stream.empty();
        }
        if (schema.has("$ref")) {
            JsonNode named = document.at(schema.path("$ref").asString().substring(1));
            return ofSchema(document, named, field, around, call, depth);
        }
        return switch (schema.path("type").asString("")) {
            case "integer" -> Stream.of(new Wrong(call, field, around.formatted("7.9")));
            // Without a field it is a notification of a payment, whose signature is checked first.
            case "string" ->
                field.isEmpty() ? Stream.empty() : Stream.of(new Wrong(call, field, around.formatted("\"a\\ud83d\"")));
            case "array" ->
                ofSchema(document, schema.path("items"), field + "[0]", around.formatted("[%s]"), call, depth + 1);
            default ->
                schema.path("properties").propertyStream().flatMap(property -> {
                    String name = property.getKey();
                    return ofSchema(
                            document,
                            property.getValue(),
                            field.isEmpty() ? name : field + "." + name,
                            around.formatted("{\"" + name + "\": %s}"),
                            call,
                            depth + 1);
                });
        };
    }
}
