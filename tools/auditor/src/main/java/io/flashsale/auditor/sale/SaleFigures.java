package io.flashsale.auditor.sale;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a sale.
 *
 * @param redisRemaining null if there is no gate, or if it is being rebuilt; likewise {@code redisHolders}
 * @param sold active orders
 * @param oversold units sold beyond what was ever on offer
 * @param orders the number of orders by status; UNDER_REVIEW are dead letters that wait for an administrator
 */
public record SaleFigures(
        String title,
        long initialStock,
        long addedStock,
        long available,
        long deducted,
        long released,
        @Nullable Long redisRemaining,
        @Nullable Long redisHolders,
        long sold,
        long oversold,
        Map<String, Long> orders) {

    public SaleFigures {
        orders = Map.copyOf(orders);
    }
}
