package io.flashsale.judge.adapter;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.serialization.NodeReader;
import com.networknt.schema.utils.JsonNodes;
import io.flashsale.judge.adapter.ShopAdapter.DrainedQueries;
import io.flashsale.judge.adapter.ShopAdapter.PrepareStep;
import io.flashsale.judge.adapter.ShopAdapter.ShopperTokens;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Reads an adapter. Each fault is one line that names the file, its line and the field. */
public final class AdapterFile {

    private static final Pattern ENVIRONMENT = Pattern.compile("\\$\\{env\\.([A-Za-z0-9_]+)(?::([^}]*))?}");

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();

    private final Path file;
    private final Map<String, String> environment;

    private AdapterFile(Path file, Map<String, String> environment) {
        this.file = file;
        this.environment = environment;
    }

    /** @throws CannotMeasureException with one line that says what is wrong, and where */
    public static ShopAdapter read(Path file, Map<String, String> environment) {
        return new AdapterFile(file, environment).read();
    }

    private ShopAdapter read() {
        JsonNode root = parse();
        complainOf(schema().validate(root), root);
        replaceEnvironment(root, "", root);
        try {
            ShopAdapter adapter = MAPPER.treeToValue(root, ShopAdapter.class);
            check(adapter, root);
            return adapter.in(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        } catch (DatabindException e) {
            throw fault(
                    root,
                    path(e),
                    e.getCause() == null ? e.getOriginalMessage() : e.getCause().getMessage());
        }
    }

    private JsonNode parse() {
        try {
            JsonNode root =
                    NodeReader.builder().locationAware().build().readTree(Files.readString(file), InputFormat.YAML);
            if (!root.isObject()) {
                throw new CannotMeasureException(file + ": it is no adapter: begin with a line 'name: …'.");
            }
            return root;
        } catch (IllegalArgumentException noYaml) {
            TokenStreamLocation where = noYaml.getCause() instanceof JacksonException e ? e.getLocation() : null;
            String why = noYaml.getCause() instanceof JacksonException e ? e.getOriginalMessage() : "";
            throw new CannotMeasureException(
                    "%s:%d: it is no YAML: %s"
                            .formatted(
                                    file,
                                    where == null ? 1 : where.getLineNr(),
                                    why.strip().replaceAll("\\s+", " ")),
                    noYaml);
        } catch (IOException e) {
            throw new CannotMeasureException("There is no adapter " + file + " that can be read.", e);
        }
    }

    private static Schema schema() {
        try (InputStream in = Objects.requireNonNull(AdapterFile.class.getResourceAsStream("adapter.schema.json"))) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void complainOf(List<Error> errors, JsonNode root) {
        Optional<Error> first = errors.stream().min(Comparator.comparingInt(error -> line(error.getInstanceNode())));
        if (first.isPresent()) {
            Error error = first.get();
            // The location of a field that should not be there is that of the fields around it.
            String field = (error.getInstanceLocation()
                            + (error.getProperty() == null ? "" : "/" + error.getProperty()))
                    .replaceFirst("^/", "")
                    .replace('/', '.');
            throw fault(root, field, error.getMessage().replaceFirst("^[^:]*: ", ""));
        }
    }

    /** Checks what the schema cannot say. */
    private void check(ShopAdapter adapter, JsonNode root) {
        ShopperTokens tokens = adapter.tokens();
        require(
                (tokens.file() != null) != (tokens.user() != null),
                root,
                "tokens",
                "needs either a file, or user (and token), perhaps with a call");
        require(
                tokens.call() == null || tokens.token() != null,
                root,
                "tokens",
                "a call needs token: where its answer has it");
        require(isUrl(adapter.url(), "https?"), root, "url", "'" + adapter.url() + "' is no URL of HTTP");
        require(
                adapter.database().url().matches("jdbc:(mysql|mariadb):.*"),
                root,
                "database.url",
                "only MySQL and MariaDB can be read: jdbc:mysql://HOST:PORT/DATABASE");
        require(
                adapter.redis() == null || isUrl(adapter.redis(), "rediss?"),
                root,
                "redis",
                "it is no URL of Redis: redis://HOST:PORT");
        DrainedQueries drained = adapter.truth().drained();
        require(
                drained.unchanged() == null || drained.unchanged() < drained.seconds(),
                root,
                "truth.drained",
                "in %d s it cannot be unchanged for %d s: raise timeout"
                        .formatted(drained.seconds(), drained.unchanged()));
        steps(adapter.prepare(), "prepare", adapter, root);
        steps(adapter.restock(), "restock", adapter, root);
        boolean asksRedis =
                adapter.truth().redis() != null || adapter.truth().drained().redis() != null;
        require(
                adapter.redis() != null || !asksRedis,
                root,
                "truth",
                "it asks Redis, but 'redis' does not say where Redis is");
        require(
                adapter.truth().redis() == null
                        || adapter.truth().redis().stock() == null
                        || adapter.truth().stock() != null,
                root,
                "truth.redis.stock",
                "is compared with truth.stock, which is missing");
        require(
                adapter.answers().stream().anyMatch(rule -> rule.is() != AnswerRule.Meaning.REFUSED),
                root,
                "answers",
                "no rule says which answer means accepted");
    }

    private static boolean isUrl(String text, String scheme) {
        try {
            return text.matches(scheme + "://.*") && URI.create(text).getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void steps(List<PrepareStep> steps, String name, ShopAdapter adapter, JsonNode root) {
        for (int i = 0; i < steps.size(); i++) {
            PrepareStep step = steps.get(i);
            int kinds = (step.http() == null ? 0 : 1) + (step.sql() == null ? 0 : 1) + (step.redis() == null ? 0 : 1);
            String field = name + "." + i;
            require(kinds == 1, root, field, "a step is one of http, sql and redis");
            require(step.save() == null || step.http() != null, root, field, "save is for http");
            require(
                    step.redis() == null || adapter.redis() != null,
                    root,
                    field,
                    "'redis' does not say where Redis is");
        }
    }

    private void require(boolean holds, JsonNode root, String field, String otherwise) {
        if (!holds) {
            throw fault(root, field, otherwise);
        }
    }

    private CannotMeasureException fault(JsonNode root, String field, @Nullable String what) {
        JsonNode node = root;
        for (String part : field.isEmpty() ? new String[0] : field.split("\\.")) {
            JsonNode below = part.matches("[0-9]+") ? node.path(Integer.parseInt(part)) : node.path(part);
            if (below.isMissingNode()) {
                break;
            }
            node = below;
        }
        return new CannotMeasureException("%s:%d: %s%s"
                .formatted(
                        file,
                        line(node),
                        field.isEmpty() ? "" : field + ": ",
                        String.valueOf(what).lines().findFirst().orElse("")));
    }

    /** Returns the line of a field's value, from 1. */
    private static int line(@Nullable JsonNode node) {
        TokenStreamLocation where = node == null ? null : JsonNodes.tokenStreamLocationOf(node);
        return where == null ? 1 : where.getLineNr();
    }

    private static String path(DatabindException e) {
        List<String> names = new ArrayList<>();
        e.getPath()
                .forEach(step -> names.add(
                        step.getPropertyName() == null ? String.valueOf(step.getIndex()) : step.getPropertyName()));
        return String.join(".", names);
    }

    /** @param above the place of the node, which ends with a dot unless it is the root */
    private void replaceEnvironment(JsonNode node, String above, JsonNode root) {
        switch (node) {
            case ObjectNode object ->
                object.properties().forEach(field -> {
                    String place = above + field.getKey();
                    String text = field.getValue().asString("");
                    if (field.getValue().isString() && text.contains("${env.")) {
                        field.setValue(StringNode.valueOf(fromEnvironment(text, place, root)));
                    } else {
                        replaceEnvironment(field.getValue(), place + ".", root);
                    }
                });
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    replaceEnvironment(array.get(i), above + i + ".", root);
                }
            }
            default -> {}
        }
    }

    private String fromEnvironment(String text, String field, JsonNode root) {
        return ENVIRONMENT.matcher(text).replaceAll(found -> {
            String value = environment.getOrDefault(found.group(1), found.group(2));
            if (value == null) {
                throw fault(root, field, "the environment has no " + found.group(1));
            }
            return Matcher.quoteReplacement(value);
        });
    }
}
