package io.flashsale.judge;

import io.flashsale.judge.PurchaseOperations.PurchaseOperation;
import io.flashsale.judge.adapter.ShopAdapter.ShopDatabase;

/** The text of a first adapter; a dash is what the shop does not have. */
record FirstAdapter(
        String name,
        String url,
        String sale,
        ShopDatabase database,
        String redis,
        PurchaseOperation buy,
        String header,
        String body,
        String success,
        String order,
        String orders,
        String stock) {

    private static final String NONE = "-";

    String yaml() {
        StringBuilder text = new StringBuilder();
        text.append("# docs/judge-any-shop.md explains each part.\n");
        line(text, "name", name);
        line(text, "url", url);
        line(text, "sale", sale);
        text.append("\ndatabase:\n");
        line(text, "  url", database.url());
        line(text, "  user", String.valueOf(database.user()));
        line(text, "  password", String.valueOf(database.password()));
        if (!redis.equals(NONE)) {
            line(text, "redis", redis);
        }
        text.append("""

                # Before each run: remove what the last run left, and put ${stock} units on sale. For example,
                # instead of []:
                prepare: []
                #  - sql: |
                #      %s;
                #      %s;
                #  - redis: SET stock:${sale} ${stock}

                # Who buys: a file with lines user,token; or a call for each shopper; or texts with the number ${n}.
                tokens:
                  user: "${n}"
                  token: "${n}"
                #  call: { method: POST, path: /login, headers: { Content-Type: application/json }, body: '{"username":"user-${n}"}' }
                #  user: $.data.userId
                #  token: $.data.token

                buy:
                """.formatted(clearing(), filling()));
        line(text, "  method", buy.method());
        line(text, "  path", buy.path());
        if (!header.equals(NONE) || !body.equals(NONE)) {
            text.append("  headers:\n");
        }
        if (!header.equals(NONE)) {
            int colon = header.indexOf(':');
            line(
                    text,
                    "    " + quoted(header.substring(0, Math.max(0, colon)).strip()),
                    header.substring(colon + 1).strip());
        }
        if (!body.equals(NONE)) {
            line(
                    text,
                    "    Content-Type",
                    body.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded");
            line(text, "  body", body);
        }
        text.append("""

                # The first rule that fits counts.
                answers:
                  - is: refused
                    reason: sold-out
                    matches: "(?i)sold.?out|out of stock|库存不足|售罄|秒杀完毕|已抢完"
                  - is: refused
                    reason: already-purchased
                    matches: "(?i)already|repeat|重复"
                  - is: accepted
                    status: [200, 201, 202]
                """);
        int equals = success.indexOf('=');
        if (equals > 0) {
            text.append("    where: { ")
                    .append(quoted(success.substring(0, equals).strip()))
                    .append(": ")
                    .append(quoted(success.substring(equals + 1).strip()))
                    .append(" }\n");
        }
        if (!order.equals(NONE)) {
            line(text, "    order", order);
        }
        text.append("\ntruth:\n");
        line(text, "  orders", orders);
        if (!stock.equals(NONE)) {
            line(text, "  stock", stock);
        }
        text.append("  drained:\n    unchanged: 3\n");
        return text.toString();
    }

    /** The statement that removes what the query for orders finds. */
    private String clearing() {
        return oneLine(orders).replaceFirst("(?i)^select .* from ", "DELETE FROM ");
    }

    /** The statement that sets what the query for the units left returns. */
    private String filling() {
        return oneLine(stock.equals(NONE) ? "SELECT stock FROM sale WHERE id = ${sale}" : stock)
                .replaceFirst("(?i)^select (\\w+) from (\\w+) ", "UPDATE $2 SET $1 = \\${stock} ");
    }

    private static String oneLine(String statement) {
        return statement.replaceAll("\\s+", " ").strip();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(quoted(value)).append('\n');
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
