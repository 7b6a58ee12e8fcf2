package io.flashsale.judge;

import io.flashsale.judge.PurchaseOperations.PurchaseOperation;
import io.flashsale.judge.adapter.ShopAdapter.ShopDatabase;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of a first adapter; a dash is what the shop does not have. */
record FirstAdapter(
        String name,
        String url,
        String sale,
        ShopDatabase database,
        String redis,
        String preparing,
        FirstLogin login,
        PurchaseOperation buy,
        String header,
        String body,
        String success,
        String order,
        String orders,
        String stock) {

    static final String NONE = "-";

    private static final Pattern ORDERS =
            Pattern.compile("(?i)select .* from (\\S+)(?: (?!where )(\\w+)(?: .*)?)? where (.*)");
    private static final Pattern STOCK = Pattern.compile("(?i)select (\\w+) from (\\S+) where (.*)");

    /**
     * How a shopper logs in.
     *
     * @param user where the answer has the user's id, or a dash
     */
    record FirstLogin(String request, String body, String token, String user) {

        /** Tokens are made of the shopper's number, or there are none. */
        static final FirstLogin UNNEEDED = new FirstLogin(NONE, "", "${n}", "${n}");

        private static final Pattern NUMBERED =
                Pattern.compile("(\\w+)\"?\\s*[:=]\\s*\"?([^\"&{]*\\$\\{n6?}[^\"&,}]*)");

        /** The field that tells shoppers apart; empty if the answer has the user's id. */
        String field() {
            Matcher field = NUMBERED.matcher(request + " " + body);
            return user.equals(NONE) && field.find() ? field.group(1) : "";
        }

        /** What the shopper is called: the value of that field, unless the answer has the user's id. */
        String name() {
            Matcher field = NUMBERED.matcher(request + " " + body);
            return !user.equals(NONE) ? user : field.find() ? field.group(2) : "${n}";
        }
    }

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
        text.append("\n# Before each run: removes what the last run left, and puts ${stock} units on sale.\n");
        if (preparing.equals(NONE)) {
            text.append("prepare: []\n");
        } else {
            text.append("prepare:\n  - sql: |\n");
            for (String statement : preparing.split(";\\s*")) {
                text.append("      ").append(statement).append(";\n");
            }
        }
        if (!redis.equals(NONE)) {
            text.append("#  - redis: |     # what the shop counts in\n");
            text.append("#      SET stock:${sale} ${stock}\n#      DEL buyers:${sale}\n");
        }
        adding().ifPresent(statement -> text.append("restock:\n  - sql: %s\n".formatted(quoted(statement))));
        text.append(
                "\n# Who buys; instead of user and token also a file with lines user,token: file: tokens.csv\ntokens:\n");
        if (!login.request().equals(NONE)) {
            String[] request = login.request().split(" ", 2);
            text.append("  call:\n");
            line(text, "    method", request[0]);
            line(text, "    path", request[1]);
            if (!login.body().equals(NONE)) {
                text.append("    headers: { Content-Type: ")
                        .append(type(login.body()))
                        .append(" }\n");
                line(text, "    body", login.body());
            }
        }
        line(text, "  user", login.name());
        text.append("  token: ")
                .append(login.token().startsWith("{") ? login.token() : quoted(login.token()))
                .append("\n\nbuy:\n");
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
            line(text, "    Content-Type", type(body));
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
        if (!success.equals(NONE)) {
            String[] path = success.split("\\s*=\\s*", 2);
            text.append("    where: { %s: %s }\n".formatted(quoted(path[0]), quoted(path[1])));
        }
        if (!order.equals(NONE)) {
            line(text, "    order", order);
        }
        text.append("\ntruth:\n");
        line(text, "  orders", orders);
        if (!stock.equals(NONE)) {
            line(text, "  stock", stock);
        }
        text.append("""
                  drained:
                    unchanged: 3

                # For --kill app:
                # parts:
                #   app:
                #     kill: kill -9 $(lsof -t -i :%d -s TCP:LISTEN)
                #     start: nohup java -jar my-shop.jar > shop.log &
                """.formatted(port()));
        return text.toString();
    }

    /** Returns statements that remove what the query for orders finds, and set what that for the units left returns. */
    static String preparing(String orders, String stock) {
        Matcher read = ORDERS.matcher(oneLine(orders));
        String statements = Stream.concat(
                        read.matches()
                                ? Stream.of("DELETE FROM " + read.group(1) + " WHERE "
                                        + read.group(3)
                                                .replace(
                                                        Objects.requireNonNullElse(read.group(2), read.group(1)) + ".",
                                                        ""))
                                : Stream.empty(),
                        setting(stock, "${stock}").stream())
                .collect(Collectors.joining("; "));
        return statements.isEmpty() ? NONE : statements;
    }

    private Optional<String> adding() {
        Matcher read = STOCK.matcher(oneLine(stock));
        return read.matches() ? setting(stock, read.group(1) + " + ${add}") : Optional.empty();
    }

    private static Optional<String> setting(String stock, String value) {
        Matcher read = STOCK.matcher(oneLine(stock));
        return read.matches()
                ? Optional.of(
                        "UPDATE %s SET %s = %s WHERE %s".formatted(read.group(2), read.group(1), value, read.group(3)))
                : Optional.empty();
    }

    private static String oneLine(String statement) {
        return statement.replaceAll("\\s+", " ").strip();
    }

    private int port() {
        int port = URI.create(url).getPort();
        return port < 0 ? 80 : port;
    }

    private static String type(String body) {
        return body.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(quoted(value)).append('\n');
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
