package io.flashsale.devstack.launcher.seed;

import static java.util.stream.Collectors.toSet;

import io.flashsale.client.AdminClient;
import io.flashsale.client.Answer;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.Account;
import io.flashsale.client.order.OrderStatus;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.client.sale.NewProduct;
import io.flashsale.client.sale.NewSale;
import io.flashsale.client.sale.Sale;
import io.flashsale.devstack.launcher.seed.DemoCatalogue.DemoSale;
import io.flashsale.devstack.launcher.seed.DemoCatalogue.Product;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.SecretFile;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** Adds all other sales, and the coupons. Returns a summary that includes the open sales. */
    public String addRest(int openSales) {
        int sales = openSales + addSales(product -> !(product.sale() instanceof DemoSale.Open));
        int coupons = new CouponSeeder(shop, admin).run();
        return sales + coupons == 0 ? "all there" : count(sales, "sale") + ", " + count(coupons, "coupon") + " added";
    }

    private int addSales(Predicate<Product> chosen) {
        // By picture, because users may edit the name.
        Set<String> withdrawn = admin.withdrawnProducts().orThrow().stream()
                .map(io.flashsale.client.sale.Product::imageUrl)
                .collect(toSet());
        List<Product> wanted = DemoCatalogue.PRODUCTS.stream()
                .filter(chosen)
                .filter(product -> !withdrawn.contains(product.imageUrl()))
                .toList();
        Map<String, Long> productIds = new HashMap<>();
        admin.products().orThrow().forEach(product -> productIds.put(product.imageUrl(), product.id()));
        List<Sale> present = shop.sales().orThrow();
        int added = 0;
        for (Product product : wanted) {
            long id = productIds.computeIfAbsent(product.imageUrl(), url -> create(product));
            added += addSaleIfMissing(product, id, present) ? 1 : 0;
        }
        return added;
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
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
        Instant tomorrow = now.plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.HOURS);
        Slot slot = switch (product.sale()) {
            case DemoSale.Open _ -> new Slot(any(mine, CampaignState.OPEN), now, now.plus(WEEK), null);
            // A short period, so that sales of earlier starts end soon.
            case DemoSale.Soon soon ->
                new Slot(
                        opensBetween(mine, now, now.plus(soon.in()).plusSeconds(30)),
                        now.plus(soon.in()),
                        now.plus(30, ChronoUnit.MINUTES),
                        soon.entry());
            case DemoSale.Tomorrow _ ->
                new Slot(
                        opensBetween(mine, now.plusSeconds(3_600), now.plus(WEEK)),
                        tomorrow,
                        tomorrow.plus(4, ChronoUnit.HOURS),
                        null);
            case DemoSale.SoldOut _ -> new Slot(any(mine, CampaignState.SOLD_OUT), now, now.plus(WEEK), null);
            // Ends a moment after the start.
            case DemoSale.Ended _ -> new Slot(any(mine, CampaignState.ENDED), now, now.plusSeconds(3), null);
        };
        if (slot.taken()) {
            return false;
        }
        NewSale missing = new NewSale(
                productId,
                product.title(),
                product.priceCents(),
                (long) product.listPriceCents(),
                product.sale().stock(),
                slot.opens().truncatedTo(ChronoUnit.MILLIS),
                slot.closes().truncatedTo(ChronoUnit.MILLIS),
                slot.entry(),
                null,
                null);
        long sale = admin.create(missing.of(product.variants())).orThrow().id();
        if (product.sale() instanceof DemoSale.SoldOut soldOut) {
            buyOut(sale, soldOut.stock());
        }
        return true;
    }

    /** @param taken whether a sale of the shop has this place already */
    private record Slot(boolean taken, Instant opens, Instant closes, NewSale.@Nullable Entry entry) {}

    private static boolean any(List<Sale> sales, CampaignState state) {
        return sales.stream().anyMatch(sale -> sale.state() == state);
    }

    private static boolean opensBetween(List<Sale> sales, Instant from, Instant to) {
        return sales.stream().map(Sale::opensAt).anyMatch(opens -> opens.isAfter(from) && opens.isBefore(to));
    }

    /**
     * Buys and pays every unit, one per shopper, so that alice and bob find the sale sold out. Unpaid orders would be
     * closed and reopen it.
     */
    private void buyOut(long saleId, int units) {
        for (int number = 1; number <= units; number++) {
            PurchaseFlow purchase = new PurchaseFlow(shop.shopper(token("demo-shopper-" + number)));
            long orderId = purchase.reserve(saleId);
            purchase.awaitStatus(orderId, OrderStatus.AWAITING_PAYMENT);
            purchase.pay(orderId);
        }
    }

    /** The token of an account, which is made if it does not exist. */
    private String token(String name) {
        String password = SecretFile.keptIn(home.path().resolve("demo-shoppers.secret"));
        Reply<Account> account = shop.signUp(name, password);
        boolean known = account instanceof Reply.Refusal<Account>(Answer answer)
                && answer.problem().equals("username-taken");
        if (!known) {
            account.orThrow();
        }
        return shop.logIn(name, password).orThrow().token();
    }
}
