package io.flashsale.judge;

import com.networknt.schema.InputFormat;
import com.networknt.schema.serialization.NodeReader;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What an OpenAPI document says of purchases: the requests that may buy, the likeliest first, the header that carries
 * a token, and the request that logs in; a text is empty if the document has none.
 */
record PurchaseOperations(String url, String tokenHeader, String login, List<PurchaseOperation> operations) {

    private static final Pattern BUYS = Pattern.compile(
            "seckill|miaosha|flash|order|buy|purchas|reserv|grab|rush|秒杀|抢购|下单", Pattern.CASE_INSENSITIVE);
    private static final Pattern LOGS_IN = Pattern.compile("log-?in|sign-?in", Pattern.CASE_INSENSITIVE);
    private static final Pattern USER = Pattern.compile("user|member|customer|phone", Pattern.CASE_INSENSITIVE);
    private static final Pattern TOKEN = Pattern.compile("token|auth|session", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUANTITY =
            Pattern.compile("^(buy)?(count|quantity|amount|num|number)$", Pattern.CASE_INSENSITIVE);

    /**
     * @param header that carries the token, with its value; empty if the operation names none
     * @param body empty if it needs none
     */
    record PurchaseOperation(String method, String path, String header, String body, int likelihood) {

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    /** @param document a file or a URL */
    static PurchaseOperations read(String document) {
        try {
            String text =
                    document.matches("https?://.*") ? fetch(URI.create(document)) : Files.readString(Path.of(document));
            JsonNode root = NodeReader.builder().build().readTree(text, InputFormat.YAML);
            if (!root.path("paths").isObject()) {
                throw new CannotMeasureException(document + " is no OpenAPI document: it has no paths.");
            }
            return new PurchaseOperations(
                    root.path("servers").path(0).path("url").asString(""),
                    tokenHeader(root),
                    login(root),
                    operations(root));
        } catch (IOException | IllegalArgumentException e) {
            throw new CannotMeasureException("The OpenAPI document " + document + " cannot be read.", e);
        }
    }

    private static String fetch(URI document) throws IOException {
        URLConnection connection = document.toURL().openConnection();
        connection.setConnectTimeout(5_000);
        connection.setReadTimeout(20_000);
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String tokenHeader(JsonNode root) {
        for (JsonNode scheme : root.path("components").path("securitySchemes")) {
            String name = scheme.path("name").asString("");
            switch (scheme.path("in").asString("")
                    + scheme.path("scheme").asString("").toLowerCase(Locale.ROOT)) {
                case "bearer" -> {
                    return "Authorization: Bearer ${token}";
                }
                case "header" -> {
                    return name + ": ${token}";
                }
                case "cookie" -> {
                    return "Cookie: " + name + "=${token}";
                }
                default -> {}
            }
        }
        return "";
    }

    private static String login(JsonNode root) {
        return root.path("paths").properties().stream()
                .filter(path ->
                        LOGS_IN.matcher(path.getKey()).find() && path.getValue().has("post"))
                .map(path -> "POST " + path.getKey())
                .findFirst()
                .orElse("");
    }

    private static List<PurchaseOperation> operations(JsonNode root) {
        List<PurchaseOperation> found = new ArrayList<>();
        root.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    if (method.getKey().matches("post|put|get")) {
                        found.add(operation(
                                path.getKey(), method.getKey().toUpperCase(Locale.ROOT), method.getValue(), root));
                    }
                }));
        return found.stream()
                .filter(operation -> operation.likelihood() > 0)
                .sorted(Comparator.comparingInt(PurchaseOperation::likelihood).reversed())
                .limit(9)
                .toList();
    }

    private static PurchaseOperation operation(String path, String method, JsonNode operation, JsonNode root) {
        int likelihood =
                (int) BUYS.matcher(path + " " + operation.path("operationId").asString("") + " "
                                        + operation.path("summary").asString(""))
                                .results()
                                .count()
                        * (method.equals("GET") ? 1 : 3);
        StringBuilder query = new StringBuilder();
        String header = "";
        for (JsonNode parameter : operation.path("parameters")) {
            String name = parameter.path("name").asString("");
            if (parameter.path("in").asString("").equals("header")
                    && TOKEN.matcher(name).find()) {
                header = name + ": ${token}";
            }
            if (parameter.path("in").asString("").equals("query")) {
                query.append(query.isEmpty() ? '?' : '&')
                        .append(name)
                        .append('=')
                        .append(placeholder(name));
            }
        }
        String filled = Pattern.compile("\\{([^}]*)}")
                .matcher(path)
                .replaceAll(name -> Matcher.quoteReplacement(placeholder(name.group(1))));
        return new PurchaseOperation(method, filled + query, header, body(operation, root), likelihood);
    }

    private static String body(JsonNode operation, JsonNode root) {
        JsonNode schema = operation
                .path("requestBody")
                .path("content")
                .path("application/json")
                .path("schema");
        String reference = schema.path("$ref").asString("");
        JsonNode target = reference.startsWith("#") ? root.at(reference.substring(1)) : schema;
        List<String> fields = new ArrayList<>();
        target.path("properties").properties().forEach(field -> {
            String value = placeholder(field.getKey());
            boolean number = field.getValue().path("type").asString("").matches("integer|number");
            fields.add("\"" + field.getKey() + "\":" + (number ? value : "\"" + value + "\""));
        });
        return fields.isEmpty() ? "" : "{" + String.join(",", fields) + "}";
    }

    private static String placeholder(String name) {
        return USER.matcher(name).find()
                ? "${user}"
                : TOKEN.matcher(name).find()
                        ? "${token}"
                        : QUANTITY.matcher(name).find() ? "1" : "${sale}";
    }
}
