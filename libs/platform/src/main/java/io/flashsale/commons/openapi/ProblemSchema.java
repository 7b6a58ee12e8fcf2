package io.flashsale.commons.openapi;

import static java.util.stream.Collectors.joining;

import io.flashsale.contracts.problem.ProblemType;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The schema of problem details (RFC 9457), which all our refusals and faults use. */
final class ProblemSchema {

    static final String PROBLEM_JSON = "application/problem+json";

    private static final String NAME = "Problem";

    private ProblemSchema() {}

    /** Adds the schema, and the answer that any call may give. */
    static void addTo(Components components) {
        Schema<?> schema = new ObjectSchema()
                .description(
                        "A refusal or fault. Rely on `type`; the texts are for people. Some types have more fields.")
                .addProperty("type", new StringSchema().description("`/problems/NAME`, stable"))
                .addProperty("title", new StringSchema())
                .addProperty("status", new IntegerSchema())
                .addProperty("detail", new StringSchema().description("what to do, if there is more to say"))
                .addProperty("instance", new StringSchema())
                .required(List.of("type", "title", "status"));
        components.addSchemas(NAME, schema);
        components.addResponses(NAME, answer("Any other refusal or fault; see the list of problems above.", List.of()));
    }

    static ApiResponse anyOther() {
        return new ApiResponse().$ref("#/components/responses/" + NAME);
    }

    static ApiResponse answer(String description, List<ProblemType> types) {
        MediaType problem = new MediaType().schema(new Schema<>().$ref("#/components/schemas/" + NAME));
        types.forEach(type -> problem.addExamples(
                type.slug(), new Example().summary(type.title()).value(example(type))));
        return new ApiResponse().description(description).content(new Content().addMediaType(PROBLEM_JSON, problem));
    }

    private static Map<String, Object> example(ProblemType type) {
        Map<String, Object> example = new LinkedHashMap<>();
        example.put("type", type.uri().toString());
        example.put("title", type.title());
        example.put("status", type.status());
        return example;
    }

    /** A Markdown table of all types. */
    static String table() {
        return Stream.of(ProblemType.values())
                .map(type -> "| " + type.status() + " | `" + type.uri() + "` | " + type.title() + " |")
                .collect(joining("\n", "| status | type | title |\n| --- | --- | --- |\n", "\n"));
    }
}
