package io.flashsale.judge;

import io.flashsale.judge.FirstAdapter.FirstLogin;
import io.flashsale.judge.PurchaseOperations.PurchaseOperation;
import io.flashsale.judge.adapter.AdapterFile;
import io.flashsale.judge.adapter.ShopAdapter.ShopDatabase;
import io.flashsale.judge.shop.ShopStores;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks what a first adapter needs, and writes it. An empty answer takes the value in brackets. */
record AdapterInterview(BufferedReader in, PrintStream out) {

    private static final String NONE = FirstAdapter.NONE;
    private static final String REQUEST = "(GET|POST|PUT|PATCH|DELETE) /\\S*";

    int write(Path file, @Nullable String openApi) throws IOException {
        if (Files.exists(file)) {
            throw new CannotMeasureException(file + " exists: name another file.");
        }
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        if (!Files.isWritable(folder)) {
            throw new CannotMeasureException(folder + " is no folder where a file can be written.");
        }
        PurchaseOperations document =
                openApi == null ? new PurchaseOperations("", "", "", List.of()) : PurchaseOperations.read(openApi);
        String name = ask("Name of the shop", "my-shop");
        String url = ask(
                "Its URL",
                document.url().startsWith("http") ? document.url() : "http://localhost:8080",
                "https?://\\S+",
                "http://HOST:PORT");
        PurchaseOperation buy = purchase(document.operations());
        String header = ask(
                "Header with the shopper's token (none: -)",
                !buy.header().isEmpty()
                        ? buy.header()
                        : document.tokenHeader().isEmpty() ? "Authorization: Bearer ${token}" : document.tokenHeader(),
                "-|[^:\\s]+:.+",
                "NAME: VALUE");
        FirstLogin login = header.equals(NONE) ? FirstLogin.UNNEEDED : login(document.login(), header);
        String body = ask("Body of the purchase (none: -)", buy.body().isEmpty() ? NONE : buy.body());
        String success = ask(
                "What only a success has in its body (nothing, its status is 200 to 202: -)",
                NONE,
                "-|[^=\\s]+\\s*=.+",
                "JSON path = value, such as $.code = 200");
        String order = atPath(ask("Where the order id is in it (nowhere: -), such as $.data.orderId", NONE));
        ShopDatabase database = new ShopDatabase(
                ask(
                        "JDBC URL",
                        "jdbc:mysql://localhost:3306/shop",
                        "jdbc:(mysql|mariadb)://\\S+",
                        "jdbc:mysql://HOST:PORT/DATABASE"),
                ask("Database user", "root"),
                ask("Its password", ""));
        ShopTables tables = tables(database);
        String orders = ask(
                "Query for the orders",
                tables.orders(order, login.field())
                        .orElse("SELECT id AS order_id, user_id FROM orders WHERE sale_id = ${sale}"));
        String stock = ask(
                "Query for the units left (none: -)",
                tables.stock().orElse("SELECT stock FROM sale WHERE id = ${sale}"));
        String preparing = ask(
                "SQL before each run: it removes the sale's orders, and puts ${stock} units on sale (none: -)",
                FirstAdapter.preparing(orders, stock));
        String redis = ask("Redis URL (none: -)", NONE);
        String sale = ask("Id of the sale", "1");
        Files.writeString(
                file,
                new FirstAdapter(
                                name, url, sale, database, redis, preparing, login, buy, header, body, success, order,
                                orders, stock)
                        .yaml());
        AdapterFile.read(file, Map.of());
        out.printf("Wrote %s. Now: jmeter/verdict check %s%n", file, file);
        return 0;
    }

    private FirstLogin login(String found, String header) throws IOException {
        String request = ask(
                "The request that logs a shopper in (none: -)",
                found.isEmpty() ? "POST /login" : found,
                "-|" + REQUEST,
                "METHOD PATH");
        if (request.equals(NONE)) {
            return FirstLogin.UNNEEDED;
        }
        String body = ask(
                "Its body, where ${n} is the shopper's number, ${n6} the same in six digits (none: -)",
                "{\"phone\":\"13900${n6}\",\"code\":\"123456\"}");
        String cookie = header.replaceFirst("^(?i)cookie:\\s*([^=]+)=.*|.*", "$1");
        String token = ask(
                "Where the answer has the token",
                cookie.isEmpty() ? "$.data.token" : "{ regex: '" + cookie + "=([^;]+)', header: Set-Cookie }");
        String user = ask("Where the answer has the user's id (nowhere: -), such as $.data.userId", NONE);
        return new FirstLogin(request, body, atPath(token), atPath(user));
    }

    /** A JSON path begins with a dollar. */
    private static String atPath(String answer) {
        return answer.matches("[A-Za-z_][\\w.]*") ? "$." + answer : answer;
    }

    private PurchaseOperation purchase(List<PurchaseOperation> found) throws IOException {
        for (int i = 0; i < found.size(); i++) {
            out.printf("  %d  %s%n", i + 1, found.get(i));
        }
        while (true) {
            String answer = ask(
                    "The request that buys" + (found.isEmpty() ? "" : ": a number, or METHOD PATH"),
                    found.isEmpty() ? "POST /api/seckill/${sale}" : "1");
            if (answer.matches("[1-9]") && Integer.parseInt(answer) <= found.size()) {
                return found.get(Integer.parseInt(answer) - 1);
            }
            if (answer.matches(REQUEST)) {
                String[] parts = answer.split(" ", 2);
                return new PurchaseOperation(parts[0], parts[1], "", "", 1);
            }
            out.println("That is neither a number of the list nor a method and a path.");
        }
    }

    private ShopTables tables(ShopDatabase database) {
        try (ShopStores stores = new ShopStores(database, null)) {
            return ShopTables.read(stores);
        } catch (CannotMeasureException e) {
            out.println("The tables cannot be read now: " + e.getMessage());
            return new ShopTables(Map.of());
        }
    }

    /** Asks again until the answer has this form. */
    private String ask(String question, String otherwise, String form, String example) throws IOException {
        while (true) {
            String answer = ask(question, otherwise);
            if (answer.matches(form)) {
                return answer;
            }
            out.println("That is not of the form " + example + ".");
        }
    }

    private String ask(String question, String otherwise) throws IOException {
        out.print(question + (otherwise.isEmpty() ? ": " : " [" + otherwise + "]: "));
        out.flush();
        String line = in.readLine();
        if (line == null) {
            throw new CannotMeasureException("The answers ended at: " + question);
        }
        return line.isBlank() ? otherwise : line.strip();
    }
}
