package io.flashsale.benchmark;

import io.flashsale.client.AdminClient;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.sale.NewSale;
import io.flashsale.client.sale.Sale;
import io.flashsale.devstack.launcher.seed.JvmWarmUp;
import io.flashsale.devstack.process.Pause;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Prepares sales and shoppers through the gateway. */
final class ShopSetup {

    private static final int SHOPPERS_A_CALL = 2_000;
    private static final Duration ENTRANCE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ENTRANCE_PAUSE = Duration.ofMillis(200);

    private final String url;
    private final ShopClient client;
    private final AdminClient admin;

    ShopSetup(String url) {
        this.url = url;
        this.client = new ShopClient(URI.create(url), Duration.ofSeconds(5), Duration.ofMinutes(2));
        this.admin = client.administrator(
                client.logIn("admin", "admin-demo").orThrow().token());
    }

    String url() {
        return url;
    }

    /** Creates an open sale with this many units. */
    long openSale(int units) {
        return admin.create(NewSale.openNow("Bench", 100, units)).orThrow().id();
    }

    /** Creates an open sale with a waiting room; empty if the shop has none, as in older revisions. */
    OptionalLong waitingRoom() {
        long sale = admin.create(NewSale.openNow("Bench", 100, 1).entered(EntryMode.QUEUE))
                .orThrow()
                .id();
        boolean serves = Pause.until(
                () -> client.call("GET", servingPath(sale), null, null).status() == 200,
                ENTRANCE_TIMEOUT,
                ENTRANCE_PAUSE.toMillis());
        return serves ? OptionalLong.of(sale) : OptionalLong.empty();
    }

    static String servingPath(long sale) {
        return "/api/sales/" + sale + "/entry/serving";
    }

    /** Creates a sale whose only unit is sold. */
    long soldOutSale(SimulatedShopper buyer) {
        long sale = openSale(1);
        reserve(sale, buyer);
        return sale;
    }

    void reserve(long sale, SimulatedShopper shopper) {
        client.shopper(shopper.token()).reserve(sale).orThrow();
    }

    /** Returns how many units of the sale are reserved or sold. */
    long reserved(long sale) {
        Sale present = client.sale(sale).orThrow();
        return present.initialStock() - present.remaining();
    }

    /** Warms up as {@code ./demo} does after the shop has opened. Returns how many shoppers have bought. */
    int warmUp() {
        return new JvmWarmUp(client).run();
    }

    /** Creates accounts with tokens. */
    List<SimulatedShopper> shoppers(int count) {
        List<SimulatedShopper> shoppers = new ArrayList<>(count);
        while (shoppers.size() < count) {
            int next = Math.min(SHOPPERS_A_CALL, count - shoppers.size());
            shoppers.addAll(admin.shoppers(next).orThrow());
        }
        return shoppers;
    }
}
