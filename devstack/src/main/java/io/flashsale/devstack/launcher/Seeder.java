package io.flashsale.devstack.launcher;

import io.flashsale.devstack.launcher.Catalogue.Offer;
import io.flashsale.devstack.launcher.Catalogue.Product;
import io.flashsale.devstack.process.ProcessDirectory;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Adds what is missing, so that each state of a sale can be seen, and one opens in a minute, after each start. */
final class Seeder {

    private static final Duration WEEK = Duration.ofDays(7);

    private final Api api;
    private final ProcessDirectory home;

    Seeder(Api api, ProcessDirectory home) {
        this.api = api;
        this.home = home;
    }

    /** Says in a few words what was added. */
    String run() {
        String admin = api.login("admin", "admin-demo");
        Map<String, String> productIds = products(admin);
        List<JsonNode> sales = elements(api.get("/api/sales", null).require(200).body());
        int added = 0;
        for (Product product : Catalogue.PRODUCTS) {
            added += offer(product, of(productIds, product), sales, admin) ? 1 : 0;
        }
        int coupons = new CouponSeeder(api).run(admin);
        return added + coupons == 0 ? "all there" : count(added, "sale") + ", " + count(coupons, "coupon") + " added";
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Product ids by picture, which is what stays the same if somebody edits the name. */
    private Map<String, String> products(String admin) {
        Map<String, String> ids = new HashMap<>();
        elements(api.get("/api/admin/products", admin).require(200).body())
                .forEach(product -> ids.put(
                        product.path("imageUrl").asString(), product.path("id").asString()));
        for (Product product : Catalogue.PRODUCTS) {
            ids.computeIfAbsent(product.imageUrl(), url -> create(product, admin));
        }
        return ids;
    }

    private String create(Product product, String admin) {
        return api.post(
                        "/api/admin/products",
                        Map.of(
                                "name",
                                product.name(),
                                "description",
                                product.description(),
                                "imageUrl",
                                product.imageUrl()),
                        admin)
                .require(201)
                .body()
                .path("id")
                .asString();
    }

    /** Whether a sale had to be added. */
    private boolean offer(Product product, String productId, List<JsonNode> sales, String admin) {
        Instant now = Instant.now();
        List<JsonNode> mine = sales.stream()
                .filter(sale -> sale.path("product").path("id").asString().equals(productId))
                .toList();
        boolean present = switch (product.offer()) {
            case Offer.Open open -> any(mine, "OPEN");
            case Offer.InAMinute soon -> opensBetween(mine, now, now.plusSeconds(90));
            case Offer.Tomorrow tomorrow -> opensBetween(mine, now.plusSeconds(3_600), now.plus(WEEK));
            case Offer.SoldOut soldOut -> any(mine, "SOLD_OUT");
            case Offer.Ended ended -> any(mine, "ENDED");
        };
        if (present) {
            return false;
        }
        switch (product.offer()) {
            case Offer.Open open -> create(product, productId, now, now.plus(WEEK), admin);
            // Short, so that the ones of earlier starts have ended soon.
            case Offer.InAMinute soon ->
                create(product, productId, now.plusSeconds(60), now.plus(30, ChronoUnit.MINUTES), admin);
            case Offer.Tomorrow tomorrow -> {
                Instant opens = now.plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.HOURS);
                create(product, productId, opens, opens.plus(4, ChronoUnit.HOURS), admin);
            }
            case Offer.SoldOut soldOut -> {
                String sale = create(product, productId, now, now.plus(WEEK), admin);
                new DemoShoppers(api, home).buyOut(sale, soldOut.stock());
            }
            // Ends by itself a moment after the start.
            case Offer.Ended ended -> create(product, productId, now, now.plusSeconds(3), admin);
        }
        return true;
    }

    private String create(Product product, String productId, Instant opens, Instant closes, String admin) {
        Map<String, Object> sale = Map.of(
                "productId", productId,
                "title", product.title(),
                "priceCents", product.priceCents(),
                "listPriceCents", product.listPriceCents(),
                "initialStock", product.offer().stock(),
                "opensAt", opens.truncatedTo(ChronoUnit.MILLIS).toString(),
                "closesAt", closes.truncatedTo(ChronoUnit.MILLIS).toString());
        return api.post("/api/admin/sales", sale, admin)
                .require(201)
                .body()
                .path("id")
                .asString();
    }

    private static boolean any(List<JsonNode> sales, String state) {
        return sales.stream().anyMatch(sale -> sale.path("state").asString().equals(state));
    }

    private static boolean opensBetween(List<JsonNode> sales, Instant from, Instant to) {
        return sales.stream()
                .map(sale -> Instant.parse(sale.path("opensAt").asString()))
                .anyMatch(opens -> opens.isAfter(from) && opens.isBefore(to));
    }

    /** A list, or the content of a page. */
    static List<JsonNode> elements(JsonNode body) {
        JsonNode list = body.isArray() ? body : body.has("content") ? body.path("content") : body.path("items");
        return StreamSupport.stream(list.spliterator(), false).toList();
    }

    private static String of(Map<String, String> productIds, Product product) {
        String id = productIds.get(product.imageUrl());
        if (id == null) {
            throw new DemoFailedException("The product " + product.name() + " was not created");
        }
        return id;
    }
}
