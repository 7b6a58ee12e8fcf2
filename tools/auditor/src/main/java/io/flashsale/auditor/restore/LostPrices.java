package io.flashsale.auditor.restore;

import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.contracts.reservation.StockReserved;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds prices at which Kafka says that orders were accepted, and which a restored MySQL has forgotten. Stock-service
 * sells nothing at a price that it does not know. All methods throw {@link SourceUnavailableException}.
 */
public record LostPrices(Stores stores) {

    private static final String KNOWN = """
            SELECT price_cents FROM sale WHERE id = ? UNION SELECT price_cents FROM sale_price WHERE sale_id = ?
            """;

    /**
     * One statement for each lost price, for the database of stock-service. Lost sales have none.
     *
     * @param backup when the backup was made
     */
    public List<String> since(Instant backup) {
        Map<Long, Set<Long>> promised = new TreeMap<>();
        TopicReader.readJson(
                stores.kafka(),
                StockReserved.TOPIC,
                backup.minus(Restoration.UNDER_WAY),
                group -> promised.computeIfAbsent(group.path("saleId").asLong(0), _ -> new TreeSet<>())
                        .add(group.path("terms").path("priceCents").asLong(-1)));
        List<String> statements = new ArrayList<>();
        promised.forEach((sale, prices) -> {
            List<Long> known = Stores.rows(stores.stock(), KNOWN, (row, _) -> row.getLong(1), sale, sale);
            prices.stream()
                    .filter(price -> price >= 0 && !known.isEmpty() && !known.contains(price))
                    .map(price ->
                            "INSERT INTO sale_price (sale_id, price_cents) VALUES (%s, %s);".formatted(sale, price))
                    .forEach(statements::add);
        });
        return statements;
    }
}
