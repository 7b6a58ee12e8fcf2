package io.flashsale.auditor.sale;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a sale.
 *
 * @param redisRemaining null where there is no gate, or one that is being rebuilt; as {@code redisHolders}
 * @param sold active orders
 * @param oversold units sold beyond what was ever on offer
 * @param orders how many have which status
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
