package io.flashsale.devstack.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The gateway's HTTP API in memory, as far as {@link ShopContract} goes: enough for demo data and the smoke test. */
final class StubShop {

    private final List<Map<String, String>> products = new ArrayList<>();
    private final List<Map<String, String>> sales = new ArrayList<>();
    private final List<Map<String, String>> coupons = new ArrayList<>();
    private final Map<String, String> orders = new LinkedHashMap<>();

    static void serve(int port) throws IOException {
        StubShop shop = new StubShop();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            shop.answer(exchange, exchange.getRequestURI().getPath(), body);
            exchange.close();
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    private synchronized void answer(HttpExchange exchange, String path, String body) throws IOException {
        boolean post = exchange.getRequestMethod().equals("POST");
        String[] parts = path.split("/");
        if (path.equals("/api/login")) {
            send(exchange, 200, "{\"token\":\"t\",\"expiresAt\":\"" + Instant.now() + "\"}");
        } else if (path.equals("/api/accounts")) {
            send(exchange, 201, "{\"id\":\"1\",\"username\":\"somebody\"}");
        } else if (path.equals("/api/admin/products") && post) {
            send(exchange, 201, json(add(products, fields(body))));
        } else if (path.equals("/api/admin/products")) {
            send(exchange, 200, list(products.stream()));
        } else if (path.equals("/api/admin/sales")) {
            send(exchange, 201, sale(add(sales, fields(body))));
        } else if (path.equals("/api/sales")) {
            send(exchange, 200, sales.stream().map(this::sale).toList().toString());
        } else if (path.equals("/api/admin/coupons")) {
            send(exchange, 201, json(shown(add(coupons, fields(body)), "quantity")));
        } else if (path.equals("/api/coupons")) {
            send(exchange, 200, list(coupons.stream().map(template -> shown(template, "quantity"))));
        } else if (path.endsWith("/reservations")) {
            reserve(exchange, sales.get(Integer.parseInt(parts[3]) - 1));
        } else if (path.endsWith("/payment")) {
            orders.put(parts[3], "PAID");
            send(exchange, 200, order(parts[3]));
        } else if (path.endsWith("/events")) {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            send(exchange, 200, "event:status\ndata:" + order(parts[3]) + "\n\n");
        } else if (path.startsWith("/api/orders/")) {
            send(exchange, 200, order(parts[3]));
        } else {
            send(exchange, 404, "{\"type\":\"/problems/not-found\"}");
        }
    }

    private void reserve(HttpExchange exchange, Map<String, String> sale) throws IOException {
        int left = Integer.parseInt(shown(sale, "initialStock").getOrDefault("remaining", "0"));
        if (left == 0) {
            send(exchange, 409, "{\"type\":\"/problems/sold-out\"}");
            return;
        }
        sale.put("remaining", Integer.toString(left - 1));
        String id = Integer.toString(orders.size() + 1);
        orders.put(id, "AWAITING_PAYMENT");
        send(exchange, 202, "{\"orderId\":\"" + id + "\",\"status\":\"QUEUED\"}");
    }

    private String order(String id) {
        return "{\"orderId\":\"" + id + "\",\"saleId\":\"1\",\"status\":\"" + orders.get(id) + "\"}";
    }

    private String sale(Map<String, String> sale) {
        String product = json(products.get(Integer.parseInt(sale.getOrDefault("productId", "")) - 1));
        return json(shown(sale, "initialStock")).replace("}", ",\"product\":" + product + "}");
    }

    /** A sale or a coupon template; this field holds the initial quantity. */
    private static Map<String, String> shown(Map<String, String> campaign, String stock) {
        Map<String, String> shown = new LinkedHashMap<>(campaign);
        Instant now = Instant.now();
        shown.putIfAbsent("remaining", campaign.getOrDefault(stock, "0"));
        shown.put("serverTime", now.toString());
        shown.put(
                "state",
                now.isBefore(Instant.parse(campaign.getOrDefault("opensAt", "")))
                        ? "UPCOMING"
                        : now.isAfter(Instant.parse(campaign.getOrDefault("closesAt", "")))
                                ? "ENDED"
                                : "0".equals(shown.get("remaining")) ? "SOLD_OUT" : "OPEN");
        return shown;
    }

    private static Map<String, String> add(List<Map<String, String>> list, Map<String, String> item) {
        item.put("id", Integer.toString(list.size() + 1));
        list.add(item);
        return item;
    }

    /** Variants are one here, with the units of one of them. */
    private static Map<String, String> fields(String body) {
        String flat = body.replaceFirst("\"variants\":\\[.*?(\"initialStock\":\\d+)[^]]*]", "$1");
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field =
                Pattern.compile("\"(\\w+)\":\"?([^\"}]*?)\"?[,}](?=\"|$)").matcher(flat);
        while (field.find()) {
            fields.put(field.group(1), field.group(2));
        }
        return fields;
    }

    private static String list(Stream<Map<String, String>> items) {
        return items.map(StubShop::json).toList().toString();
    }

    private static String json(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> "\"" + field.getKey() + "\":\"" + field.getValue() + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (!exchange.getResponseHeaders().containsKey("Content-Type")) {
            exchange.getResponseHeaders()
                    .add("Content-Type", status < 400 ? "application/json" : "application/problem+json");
        }
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
