package io.flashsale.judge;

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
import org.jspecify.annotations.Nullable;

/** Asks what a first adapter needs, and writes it. An empty answer takes the value in brackets. */
record AdapterInterview(BufferedReader in, PrintStream out) {

    int write(Path file, @Nullable String openApi) throws IOException {
        if (Files.exists(file)) {
            throw new CannotMeasureException(file + " exists: name another file.");
        }
        PurchaseOperations document =
                openApi == null ? new PurchaseOperations("", "", List.of()) : PurchaseOperations.read(openApi);
        String name = ask("Name of the shop", "my-shop");
        String url = ask("Its URL", document.url().startsWith("http") ? document.url() : "http://localhost:8080");
        PurchaseOperation buy = purchase(document.operations());
        String header = ask(
                "Header with the shopper's token (none: -)",
                !buy.header().isEmpty()
                        ? buy.header()
                        : document.tokenHeader().isEmpty() ? "Authorization: Bearer ${token}" : document.tokenHeader());
        String body = ask("Body (none: -)", buy.body().isEmpty() ? "-" : buy.body());
        String success = ask(
                "What the body of a success has, besides a status of 200 to 202: JSON path = value (nothing: -)", "-");
        String order = ask("JSON path of the order id in it (none: -)", "-");
        ShopDatabase database = new ShopDatabase(
                ask("JDBC URL", "jdbc:mysql://localhost:3306/shop"),
                ask("Database user", "root"),
                ask("Its password", ""));
        ShopTables tables = tables(database);
        String orders = ask(
                "Query for the orders",
                tables.orders(order).orElse("SELECT id AS order_id, user_id FROM orders WHERE sale_id = ${sale}"));
        String stock = ask(
                "Query for the units left (none: -)",
                tables.stock().orElse("SELECT stock FROM sale WHERE id = ${sale}"));
        String redis = ask("Redis URL (none: -)", "-");
        String sale = ask("Id of the sale", "1");
        Files.writeString(
                file,
                new FirstAdapter(name, url, sale, database, redis, buy, header, body, success, order, orders, stock)
                        .yaml());
        AdapterFile.read(file, Map.of());
        out.printf("Wrote %s. Complete prepare and tokens, then: jmeter/verdict check %s%n", file, file);
        return 0;
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
            if (answer.matches("(GET|POST|PUT|PATCH|DELETE) /\\S*")) {
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
