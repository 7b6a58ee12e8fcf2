package io.flashsale.judge.adapter;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.Option;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Where an answer has a value: a JSON path, a regular expression on the body or a header; or a text as it is. */
public sealed interface AnswerValue {

    /** All values there; empty if the answer has none. */
    List<String> allIn(HttpAnswer answer);

    /** Returns the first value there. */
    default Optional<String> in(HttpAnswer answer) {
        return allIn(answer).stream().findFirst();
    }

    /** @throws IllegalArgumentException if it is no path or no expression with a group */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static AnswerValue of(JsonNode node) {
        if (node.isString()) {
            String text = node.asString();
            return text.matches("(?s)\\$[.\\[].*") ? AtPath.of(text) : new AsText(text);
        }
        return Matching.of(
                node.path("regex").asString(),
                node.has("header") ? node.path("header").asString().toLowerCase(Locale.ROOT) : null);
    }

    /** A text with placeholders, which no answer changes. */
    record AsText(String text) implements AnswerValue {

        @Override
        public List<String> allIn(HttpAnswer answer) {
            return List.of(text);
        }
    }

    /** A JSON path. A path such as {@code $[*].token} has several values. */
    record AtPath(JsonPath path) implements AnswerValue {

        private static final Configuration LENIENT =
                Configuration.defaultConfiguration().addOptions(Option.ALWAYS_RETURN_LIST);

        static AtPath of(String text) {
            try {
                return new AtPath(JsonPath.compile(text));
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException("'" + text + "' is no JSON path: " + e.getMessage(), e);
            }
        }

        @Override
        public List<String> allIn(HttpAnswer answer) {
            try {
                List<?> found = path.read(answer.body(), LENIENT);
                return found.stream()
                        .filter(Objects::nonNull)
                        .map(String::valueOf)
                        .toList();
            } catch (JsonPathException | IllegalArgumentException absentOrNoJson) {
                return List.of();
            }
        }
    }

    /** @param header null for the body */
    record Matching(Pattern pattern, @Nullable String header) implements AnswerValue {

        static Matching of(String regex, @Nullable String header) {
            try {
                Pattern pattern = Pattern.compile(regex);
                if (pattern.matcher("").groupCount() != 1) {
                    throw new IllegalArgumentException("'" + regex + "' needs one group in parentheses: the value");
                }
                return new Matching(pattern, header);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "'" + regex + "' is no regular expression: " + e.getDescription(), e);
            }
        }

        @Override
        public List<String> allIn(HttpAnswer answer) {
            List<String> texts =
                    header == null ? List.of(answer.body()) : answer.headers().getOrDefault(header, List.of());
            return texts.stream()
                    .flatMap(text -> pattern.matcher(text).results())
                    .map(found -> found.group(1))
                    .filter(Objects::nonNull)
                    .toList();
        }
    }
}
