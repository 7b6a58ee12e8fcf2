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
     * @param known the field by which a shopper logs in, such as phone: if only another table has it, the query joins it
     */
    Optional<String> orders(String promised, String known) {
        String column = inSnakeCase(promised.replaceAll(".*[.\\]]", ""));
        return likeliest(table -> table.contains("order"), USER.pattern()).map(table -> {
            List<String> names = columns.getOrDefault(table, List.of());
            String user = first(names, USER).orElse("user_id");
            String id = names.contains(column)
                    ? column
                    : names.contains("order_id") && !names.getFirst().equals("id") ? "order_id" : names.getFirst();
            String sale = first(names, SALE).orElse("sale_id");
            Optional<String> status = first(names, Pattern.compile("status|state"));
            String login = inSnakeCase(known);
            Optional<String> users = columns.keySet().stream()
                    .filter(other -> !names.contains(login)
                            && columns.getOrDefault(other, List.of()).contains(login))
                    .findFirst();
            String o = users.isPresent() ? "o." : "";
            return "SELECT " + as(o + id, "order_id")
                    + ", " + as(users.isPresent() ? "u." + login : names.contains(login) ? login : user, "user_id")
                    + status.map(name -> ", " + as(o + name, "status")).orElse("")
                    + " FROM " + table
                    + users.map(other -> " o LEFT JOIN %s u ON u.%s = o.%s".formatted(other, key(other, user), user))
                            .orElse("")
                    + " WHERE " + o + sale + " = ${sale}";
        });
    }

    /** The column of a table of users that orders refer to. */
    private String key(String users, String user) {
        List<String> names = columns.getOrDefault(users, List.of());
        return names.contains(user) ? user : names.contains("id") ? "id" : names.getFirst();
    }

    private static String as(String column, String name) {
        return column.replaceFirst("^o\\.", "").equals(name) ? column : column + " AS " + name;
    }

    private static String inSnakeCase(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
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
