package io.flashsale.judge.verdict;

import io.flashsale.loadtest.CannotMeasureException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the shop has recorded of a sale at one moment. Null is what the adapter does not read.
 *
 * @param stock units left, in the database
 * @param redisStock units left, in Redis
 * @param redisBuyers buyers, in Redis
 */
public record ShopTruth(
        List<RecordedOrder> orders,
        @Nullable Long stock,
        @Nullable Long redisStock,
        @Nullable Long redisBuyers) {

    /** @param holds whether it holds a unit */
    public record RecordedOrder(String id, String user, boolean holds) {}

    /** @throws CannotMeasureException if the shop, or its Redis, has another number of units left than this */
    public void requireStock(long units) {
        requireStock("truth.stock", stock, units);
        requireStock("truth.redis.stock", redisStock, units);
    }

    private static void requireStock(String place, @Nullable Long found, long units) {
        if (found != null && found != units) {
            throw new CannotMeasureException(
                    "prepare: it should put %d units on sale, but %s says %d.".formatted(units, place, found));
        }
    }

    /** Orders that hold a unit, without those from before. */
    public long soldSince(ShopTruth before) {
        return holding() - before.holding();
    }

    private long holding() {
        return orders.stream().filter(RecordedOrder::holds).count();
    }
}
