package io.flashsale.judge;

import io.flashsale.judge.adapter.Placeholders;
import io.flashsale.judge.shop.ShopStores;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Guesses from the names of tables and columns where a shop has its orders and its stock. */
record ShopTables(Map<String, List<String>> columns) {

    private static final String COLUMNS = """
            SELECT table_name AS t, column_name AS c FROM information_schema.columns
            WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position
            """;
    private static final Pattern SELLING = Pattern.compile("seckill|miaosha|flash|sale|kill|voucher|promo");
    private static final Pattern SALE =
            Pattern.compile("(seckill|sale|voucher|goods|activity|item|product|sku|promo).*id");
    private static final Pattern USER =
            Pattern.compile("(user|member|customer|buyer|account|shopper).*id|uid|user.*|.*phone|member.*|buyer.*");
    private static final Pattern STOCK = Pattern.compile(".*(stock|available|remaining|inventory).*");

    static ShopTables read(ShopStores stores) {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        for (Map<String, String> row : stores.rows(COLUMNS, new Placeholders(Map.of()), "database")) {
            columns.computeIfAbsent(String.valueOf(row.get("t")), table -> new ArrayList<>())
                    .add(String.valueOf(row.get("c")));
        }
        return new ShopTables(columns);
    }

    /**
     * The likeliest query for orders.
     *
     * @param promised where an answer has the order id: its last word may be the name of a column
     */
    Optional<String> orders(String promised) {
        String column = promised.replaceAll(".*[.\\]]", "")
                .replaceAll("([a-z])([A-Z])", "$1_$2")
                .toLowerCase(Locale.ROOT);
        return likeliest(table -> table.contains("order"), USER.pattern()).map(table -> {
            List<String> names = columns.getOrDefault(table, List.of());
            String user = first(names, USER).orElse("user_id");
            String id = names.contains(column)
                    ? column
                    : names.contains("order_id") && !names.getFirst().equals("id") ? "order_id" : names.getFirst();
            String sale = first(names, SALE).orElse("sale_id");
            String status = first(names, Pattern.compile("status|state"))
                    .map(name -> ", " + name + " AS status")
                    .orElse("");
            return "SELECT %s AS order_id, %s AS user_id%s FROM %s WHERE %s = ${sale}"
                    .formatted(id, user, status, table, sale);
        });
    }

    /** The likeliest query for the units left. */
    Optional<String> stock() {
        return likeliest(table -> !table.contains("order"), STOCK.pattern()).map(table -> {
            List<String> names = columns.getOrDefault(table, List.of());
            String stock = first(names, STOCK).orElse("stock");
            return "SELECT %s FROM %s WHERE %s = ${sale}"
                    .formatted(stock, table, first(names, SALE).orElse(names.getFirst()));
        });
    }

    private Optional<String> likeliest(Predicate<String> named, String column) {
        List<String> fitting = columns.keySet().stream()
                .filter(named)
                .filter(table -> first(columns.getOrDefault(table, List.of()), Pattern.compile(column))
                        .isPresent())
                .toList();
        return fitting.stream()
                .filter(table -> SELLING.matcher(table).find())
                .findFirst()
                .or(() -> fitting.stream().findFirst());
    }

    private static Optional<String> first(List<String> names, Pattern pattern) {
        return names.stream().filter(name -> pattern.matcher(name).matches()).findFirst();
    }
}
