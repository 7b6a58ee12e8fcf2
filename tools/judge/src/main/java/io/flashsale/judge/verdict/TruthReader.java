package io.flashsale.judge.verdict;

import io.flashsale.judge.adapter.Placeholders;
import io.flashsale.judge.adapter.ShopAdapter.DrainedQueries;
import io.flashsale.judge.adapter.ShopAdapter.RedisQueries;
import io.flashsale.judge.adapter.ShopAdapter.TruthQueries;
import io.flashsale.judge.shop.ShopStores;
import io.flashsale.judge.verdict.ShopTruth.RecordedOrder;
import io.flashsale.loadtest.CannotMeasureException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what the shop has recorded, with the adapter's queries. */
public final class TruthReader {

    private static final Duration POLL = Duration.ofMillis(250);

    private final TruthQueries queries;
    private final Placeholders values;
    private final ShopStores stores;

    public TruthReader(TruthQueries queries, Placeholders values, ShopStores stores) {
        this.queries = queries;
        this.values = values;
        this.stores = stores;
    }

    public ShopTruth read() {
        RedisQueries redis = Objects.requireNonNullElse(queries.redis(), new RedisQueries(null, null));
        return new ShopTruth(
                stores.rows(queries.orders(), values, "truth.orders", this::requireColumns).stream()
                        .filter(this::ofThisSale)
                        .map(this::order)
                        .toList(),
                queries.stock() == null ? null : Long.valueOf(stores.number(queries.stock(), values, "truth.stock")),
                inRedis(redis.stock(), "truth.redis.stock"),
                inRedis(redis.buyers(), "truth.redis.buyers"));
    }

    private @Nullable Long inRedis(@Nullable String command, String place) {
        return command == null ? null : Long.valueOf(stores.redisNumber(command, values, place));
    }

    private boolean ofThisSale(Map<String, String> row) {
        String sale = values.values().getOrDefault("sale", "");
        return row.getOrDefault("sale_id", sale).equals(sale);
    }

    private void requireColumns(List<String> columns) {
        List<String> counts = queries.counts();
        if (!columns.contains("order_id")
                || !columns.contains("user_id")
                || (counts != null && !columns.contains("status"))) {
            throw new CannotMeasureException("truth.orders: name the columns order_id and user_id%s; the query has %s."
                    .formatted(counts == null ? "" : ", and status because of counts", String.join(", ", columns)));
        }
    }

    private RecordedOrder order(Map<String, String> row) {
        List<String> counts = queries.counts();
        return new RecordedOrder(
                row.getOrDefault("order_id", ""),
                row.getOrDefault("user_id", ""),
                counts == null || counts.contains(row.getOrDefault("status", "")));
    }

    /**
     * Waits until everything accepted has arrived. Returns the truth then; null if it does not within the adapter's
     * time.
     */
    public @Nullable ShopTruth awaitDrained() throws InterruptedException {
        DrainedQueries drained = queries.drained();
        Duration quiet = Duration.ofSeconds(Objects.requireNonNullElse(drained.unchanged(), 0));
        Duration timeout = Duration.ofSeconds(drained.seconds());
        long end = System.nanoTime() + timeout.toNanos();
        long since = System.nanoTime();
        ShopTruth before = read();
        while (true) {
            if (!isZero(drained)) {
                since = System.nanoTime();
            }
            ShopTruth now = read();
            if (!now.equals(before)) {
                since = System.nanoTime();
                before = now;
            } else if (isZero(drained) && System.nanoTime() - since >= quiet.toNanos()) {
                return now;
            }
            if (System.nanoTime() > end) {
                return null;
            }
            Thread.sleep(POLL);
        }
    }

    private boolean isZero(DrainedQueries drained) {
        return (drained.sql() == null || stores.number(drained.sql(), values, "truth.drained.sql") == 0)
                && (drained.redis() == null || stores.redisNumber(drained.redis(), values, "truth.drained.redis") == 0);
    }
}
