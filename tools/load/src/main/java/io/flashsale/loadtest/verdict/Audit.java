package io.flashsale.loadtest.verdict;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
    public record Invariant(String id, String statement, boolean holds, String state, List<Finding> findings) {

        public boolean pending() {
            return state.equals("PENDING");
        }

        public boolean violated() {
            return !holds && !pending();
        }
    }

    /** One kind of violation, its count, and example cases. */
    public record Finding(String kind, long count, String first, String worst) {

        /** Returns the most useful case; empty if there is none. */
        public String example() {
            return worst.isEmpty() ? first : worst;
        }
    }

    /** What clients saw, compared with the system's records. */
    public record Clients(
            long accepted, long persisted, long lost, long answeredTwice, long unexplained, long indeterminate) {}

    /** A template's numbers. */
    private record TemplateFigures(
            long quantity, long claimed, @Nullable Long redisRemaining, long tooMany, Map<String, Long> coupons) {

        /** Presents the template as a sale: its coupons are units, and claims are orders. */
        SaleFigures asSale() {
            long sold = coupons.values().stream().mapToLong(Long::longValue).sum();
            return new SaleFigures(quantity, 0, quantity - claimed, claimed, 0, redisRemaining, sold, tooMany, coupons);
        }
    }

    public static Audit of(JsonNode json) {
        JsonMapper mapper = JsonMapper.shared();
        Audit audit = mapper.treeToValue(json, Audit.class);
        return json.has("template")
                ? audit.with(mapper.treeToValue(json.path("template"), TemplateFigures.class)
                        .asSale())
                : audit;
    }

    private Audit with(SaleFigures figures) {
        return new Audit(holds, drained, inFlight, waitingFor, figures, invariants, clients);
    }
}
