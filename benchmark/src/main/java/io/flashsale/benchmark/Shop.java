package io.flashsale.benchmark;

import io.flashsale.client.AdminClient;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.sale.NewSale;
import io.flashsale.client.sale.Sale;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The shop through its gateway, as far as the bench prepares things there. */
final class Shop {

    private static final int SHOPPERS_A_CALL = 2_000;

    private final String url;
    private final ShopClient client;
    private final AdminClient admin;

    Shop(String url) {
        this.url = url;
        this.client = new ShopClient(URI.create(url), Duration.ofSeconds(5), Duration.ofMinutes(2));
        this.admin = client.administrator(
                client.logIn("admin", "admin-demo").orThrow().token());
    }

    String url() {
        return url;
    }

    /** A sale that is open, with this many units. */
    long openSale(int units) {
        return admin.create(NewSale.openNow("Bench", 100, units)).orThrow().id();
    }

    /** A sale whose only unit is sold. */
    long soldOutSale(SimulatedShopper buyer) {
        long sale = openSale(1);
        reserve(sale, buyer);
        return sale;
    }

    void reserve(long sale, SimulatedShopper shopper) {
        client.shopper(shopper.token()).reserve(sale).orThrow();
    }

    /** Units of the sale that are reserved, sold or not. */
    long reserved(long sale) {
        Sale present = client.sale(sale).orThrow();
        return present.initialStock() - present.remaining();
    }

    /** New accounts with tokens. */
    List<SimulatedShopper> shoppers(int count) {
        List<SimulatedShopper> shoppers = new ArrayList<>(count);
        while (shoppers.size() < count) {
            int next = Math.min(SHOPPERS_A_CALL, count - shoppers.size());
            try (Stream<SimulatedShopper> made = admin.makeShoppers(next).orThrow()) {
                made.forEach(shoppers::add);
            }
        }
        return shoppers;
    }
}
