package io.flashsale.loadtest.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The auditor's answer. */
public record Audit(
        boolean holds,
        boolean drained,
        long inFlight,
        List<String> waitingFor,
        SaleFigures sale,
        List<Invariant> invariants,
        @Nullable Clients clients) {

    /** The sale's numbers; null is what this path does not keep. */
    public record SaleFigures(
            long initialStock,
            long addedStock,
            @Nullable Long available,
            long deducted,
            long released,
            @Nullable Long redisRemaining,
            @Nullable Long redisHolders,
            long sold,
            long oversold,
            Map<String, Long> orders) {

        public long totalStock() {
            return initialStock + addedStock;
        }

        public long ordersInAll() {
            return orders.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** An invariant. While messages are in flight, some invariants are pending: neither proven nor violated. */
    public record Invariant(String id, String statement, boolean holds, boolean pending, List<Finding> findings) {

        public boolean violated() {
            return !holds && !pending;
        }
    }

    /** One kind of violation, its count, and example cases. */
    public record Finding(String kind, long count, String first, String worst, String last, List<String> examples) {

        /** Returns the most useful case; empty if there is none. */
        public String example() {
            return worst.isEmpty() ? first : worst;
        }
    }

    /** What clients saw, compared with the system's records. */
    public record Clients(
            long accepted, long persisted, long lost, long answeredTwice, long unexplained, long indeterminate) {}

    public static Audit of(JsonNode json) {
        JsonNode clients = json.path("clients");
        return new Audit(
                json.path("holds").asBoolean(false),
                json.path("drained").asBoolean(false),
                json.path("inFlight").asLong(0),
                json.path("waitingFor").valueStream().map(JsonNode::asString).toList(),
                json.has("template") ? coupons(json.path("template")) : sale(json.path("sale")),
                json.path("invariants").valueStream().map(Audit::invariant).toList(),
                clients.isObject()
                        ? new Clients(
                                clients.path("accepted").asLong(0),
                                clients.path("persisted").asLong(0),
                                clients.path("lost").asLong(0),
                                clients.path("answeredTwice").asLong(0),
                                clients.path("unexplained").asLong(0),
                                clients.path("indeterminate").asLong(0))
                        : null);
    }

    private static SaleFigures sale(JsonNode sale) {
        Map<String, Long> orders = new LinkedHashMap<>();
        sale.path("orders")
                .properties()
                .forEach(state -> orders.put(state.getKey(), state.getValue().asLong(0)));
        return new SaleFigures(
                sale.path("initialStock").asLong(0),
                sale.path("addedStock").asLong(0),
                number(sale, "available"),
                sale.path("deducted").asLong(0),
                sale.path("released").asLong(0),
                number(sale, "redisRemaining"),
                number(sale, "redisHolders"),
                sale.path("sold").asLong(0),
                sale.path("oversold").asLong(0),
                orders);
    }

    /** Presents a template as a sale: its coupons are units, and claims are orders. */
    private static SaleFigures coupons(JsonNode template) {
        Map<String, Long> coupons = new LinkedHashMap<>();
        template.path("coupons")
                .properties()
                .forEach(state -> coupons.put(state.getKey(), state.getValue().asLong(0)));
        long quantity = template.path("quantity").asLong(0);
        long claimed = template.path("claimed").asLong(0);
        return new SaleFigures(
                quantity,
                0,
                quantity - claimed,
                claimed,
                0,
                number(template, "redisRemaining"),
                null,
                coupons.values().stream().mapToLong(Long::longValue).sum(),
                template.path("tooMany").asLong(0),
                coupons);
    }

    private static Invariant invariant(JsonNode json) {
        List<Finding> findings = new ArrayList<>();
        json.path("findings").forEach(finding -> findings.add(finding(finding)));
        return new Invariant(
                json.path("id").asString(""),
                json.path("statement").asString(""),
                json.path("holds").asBoolean(false),
                json.path("state").asString("").equals("PENDING"),
                findings);
    }

    private static Finding finding(JsonNode json) {
        return new Finding(
                json.path("kind").asString(""),
                json.path("count").asLong(0),
                json.path("first").asString(""),
                json.path("worst").asString(""),
                json.path("last").asString(""),
                json.path("examples").valueStream().map(JsonNode::asString).toList());
    }

    private static @Nullable Long number(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isNumber() ? Long.valueOf(value.asLong()) : null;
    }
}
