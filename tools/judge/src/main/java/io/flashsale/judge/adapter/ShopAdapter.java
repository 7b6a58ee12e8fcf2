package io.flashsale.judge.adapter;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A shop as its adapter file describes it; {@code adapter.schema.json} says what each part means. What the file leaves
 * out is null, or has a default.
 *
 * @param folder the folder of the file, to which its paths are relative
 */
public record ShopAdapter(
        String name,
        String url,
        @Nullable String sale,
        Integer limit,
        ShopDatabase database,
        @Nullable String redis,
        List<PrepareStep> prepare,
        ShopperTokens tokens,
        ShopRequest buy,
        List<AnswerRule> answers,
        TruthQueries truth,
        List<PrepareStep> restock,
        Map<String, ShopPart> parts,
        @Nullable Path folder) {

    public record ShopDatabase(
            String url, @Nullable String user, @Nullable String password) {}

    /** A request; its texts have placeholders. */
    public record ShopRequest(
            String method,
            String path,
            Map<String, String> headers,
            @Nullable String body) {

        public ShopRequest {
            method = Objects.requireNonNullElse(method, "POST");
            headers = Objects.requireNonNullElse(headers, Map.of());
        }
    }

    /** One of http, sql and redis; for each shopper if {@code each}. */
    public record PrepareStep(
            @Nullable ShopRequest http,
            @Nullable Map<String, AnswerValue> save,
            @Nullable String sql,
            @Nullable String redis,
            boolean each) {}

    /**
     * A file, a call with the places of its answer, or texts with the number of the shopper.
     *
     * @param all whether one call answers for all shoppers
     */
    public record ShopperTokens(
            @Nullable String file,
            @Nullable ShopRequest call,
            boolean all,
            @Nullable AnswerValue user,
            @Nullable AnswerValue token) {}

    public record TruthQueries(
            String orders,
            @Nullable List<String> counts,
            @Nullable String stock,
            @Nullable RedisQueries redis,
            DrainedQueries drained) {}

    public record RedisQueries(
            @Nullable String stock, @Nullable String buyers) {}

    /** When all that was accepted has arrived; seconds. */
    public record DrainedQueries(
            @Nullable String sql,
            @Nullable String redis,
            @Nullable Integer unchanged,
            @Nullable Integer timeout) {

        /** How long to wait at most. */
        public int seconds() {
            return Objects.requireNonNullElse(timeout, 60);
        }
    }

    /** Shell commands. */
    public record ShopPart(String kill, String start) {}

    public ShopAdapter {
        limit = Objects.requireNonNullElse(limit, 1);
        prepare = Objects.requireNonNullElse(prepare, List.of());
        restock = Objects.requireNonNullElse(restock, List.of());
        parts = Objects.requireNonNullElse(parts, Map.of());
        url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    ShopAdapter in(Path anotherFolder) {
        return new ShopAdapter(
                name,
                url,
                sale,
                limit,
                database,
                redis,
                prepare,
                tokens,
                buy,
                answers,
                truth,
                restock,
                parts,
                anotherFolder);
    }
}
