package io.flashsale.devstack.launcher.seed;

import io.flashsale.client.AdminClient;
import io.flashsale.client.ShopClient;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.client.sale.NewProduct;
import io.flashsale.client.sale.NewSale;
import io.flashsale.client.sale.Sale;
import io.flashsale.devstack.launcher.seed.DemoCatalogue.DemoSale;
import io.flashsale.devstack.launcher.seed.DemoCatalogue.Product;
import io.flashsale.devstack.process.ProcessDirectory;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Adds missing demo data, so that there is a sale in each state.
 *
 * <p>After each start one sale opens in a minute, and others with a queue and a lottery.
 */
public final class Seeder {

    private static final Duration WEEK = Duration.ofDays(7);

    private final ShopClient shop;
    private final AdminClient admin;
    private final ProcessDirectory home;

    /** Logs in as the demo's administrator. */
    public Seeder(ShopClient shop, ProcessDirectory home) {
        this.shop = shop;
        this.admin =
                shop.administrator(shop.logIn("admin", "admin-demo").orThrow().token());
        this.home = home;
    }

    /** Adds the open sales, without which there is no shop. Returns how many it added. */
    public int addOpenSales() {
        return addSales(product -> product.sale() instanceof DemoSale.Open);
    }

    /** Adds all other sales, and coupons if the shop has them. Returns a summary that includes the open sales. */
    public String addRest(int openSales, boolean withCoupons) {
        int sales = openSales + addSales(product -> !(product.sale() instanceof DemoSale.Open));
        int coupons = withCoupons ? new CouponSeeder(shop, admin).run() : 0;
        return sales + coupons == 0 ? "all there" : count(sales, "sale") + ", " + count(coupons, "coupon") + " added";
    }

    private int addSales(Predicate<Product> chosen) {
        List<Product> wanted = DemoCatalogue.PRODUCTS.stream().filter(chosen).toList();
        Map<String, Long> productIds = products(wanted);
        List<Sale> present = shop.sales().orThrow();
        int added = 0;
        for (Product product : wanted) {
            added += addSaleIfMissing(product, of(productIds, product), present) ? 1 : 0;
        }
        return added;
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Product ids by picture, because users may edit the name. */
    private Map<String, Long> products(List<Product> wanted) {
        Map<String, Long> ids = new HashMap<>();
        admin.products().orThrow().forEach(product -> ids.put(product.imageUrl(), product.id()));
        for (Product product : wanted) {
            ids.computeIfAbsent(product.imageUrl(), url -> create(product));
        }
        return ids;
    }

    private long create(Product product) {
        return admin.create(new NewProduct(product.name(), product.description(), product.imageUrl()))
                .orThrow()
                .id();
    }

    /** Adds the sale of a product unless one in this state exists. Returns whether it added one. */
    private boolean addSaleIfMissing(Product product, long productId, List<Sale> sales) {
        Instant now = Instant.now();
        List<Sale> mine =
                sales.stream().filter(sale -> sale.product().id() == productId).toList();
        boolean present = switch (product.sale()) {
            case DemoSale.Open open -> any(mine, CampaignState.OPEN);
            case DemoSale.Soon soon ->
                opensBetween(mine, now, now.plus(soon.in()).plusSeconds(30));
            case DemoSale.Tomorrow tomorrow -> opensBetween(mine, now.plusSeconds(3_600), now.plus(WEEK));
            case DemoSale.SoldOut soldOut -> any(mine, CampaignState.SOLD_OUT);
            case DemoSale.Ended ended -> any(mine, CampaignState.ENDED);
        };
        if (present) {
            return false;
        }
        switch (product.sale()) {
            case DemoSale.Open open -> create(product, productId, now, now.plus(WEEK));
            // A short period, so that sales of earlier starts end soon.
            case DemoSale.Soon soon ->
                create(product, productId, now.plus(soon.in()), now.plus(30, ChronoUnit.MINUTES), soon.entry());
            case DemoSale.Tomorrow tomorrow -> {
                Instant opens = now.plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.HOURS);
                create(product, productId, opens, opens.plus(4, ChronoUnit.HOURS));
            }
            case DemoSale.SoldOut soldOut -> {
                long sale = create(product, productId, now, now.plus(WEEK));
                new DemoShoppers(shop, home).buyOut(sale, soldOut.stock());
            }
            // Ends a moment after the start.
            case DemoSale.Ended ended -> create(product, productId, now, now.plusSeconds(3));
        }
        return true;
    }

    private long create(Product product, long productId, Instant opens, Instant closes) {
        return create(product, productId, opens, closes, null);
    }

    private long create(Product product, long productId, Instant opens, Instant closes, NewSale.@Nullable Entry entry) {
        return admin.create(new NewSale(
                        productId,
                        product.title(),
                        product.priceCents(),
                        (long) product.listPriceCents(),
                        product.sale().stock(),
                        opens.truncatedTo(ChronoUnit.MILLIS),
                        closes.truncatedTo(ChronoUnit.MILLIS),
                        entry))
                .orThrow()
                .id();
    }

    private static boolean any(List<Sale> sales, CampaignState state) {
        return sales.stream().anyMatch(sale -> sale.state() == state);
    }

    private static boolean opensBetween(List<Sale> sales, Instant from, Instant to) {
        return sales.stream().map(Sale::opensAt).anyMatch(opens -> opens.isAfter(from) && opens.isBefore(to));
    }

    private static long of(Map<String, Long> productIds, Product product) {
        Long id = productIds.get(product.imageUrl());
        if (id == null) {
            throw new DemoFailedException("The product " + product.name() + " was not created");
        }
        return id;
    }
}
