package io.flashsale.devstack.launcher.seed;

import io.flashsale.client.AdminClient;
import io.flashsale.client.NoAnswerException;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.client.order.QueuedOrder;
import io.flashsale.client.sale.NewProduct;
import io.flashsale.client.sale.NewSale;
import io.flashsale.client.sale.Product;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Has simulated shoppers buy in sales of their own, to warm up the services.
 *
 * <p>A JVM that has just started has a tenth of the throughput of a minute later, when its JIT compilers have
 * optimised the code. So many shoppers click at once that the gateway sends them in groups. They buy in one
 * sale after the other, because making a shopper, whose token needs a signature, takes longer than a purchase.
 *
 * <p>No shopper pays, so the orders are closed when their time for payment ends; the sales end by themselves.
 */
public final class JvmWarmUp {

    /** The title of the sales and the name of their product. */
    public static final String TITLE = "Warm-up";

    private static final Duration MAX_DURATION = Duration.ofSeconds(20);
    private static final int SHOPPERS = 4_000;
    private static final int SHOPPERS_A_CALL = 2_000;
    private static final int SALES = 3;
    private static final int BUYERS_AT_A_TIME = 64;

    private final ShopClient shop;
    private final AdminClient admin;

    /** Logs in as the demo's administrator. */
    public JvmWarmUp(ShopClient shop) {
        this.shop = shop;
        this.admin =
                shop.administrator(shop.logIn("admin", "admin-demo").orThrow().token());
    }

    /**
     * Returns the number of purchases, when all shoppers have bought in each sale or soon after 20 s.
     *
     * <p>Code that two processors have not compiled by then is compiled later.
     *
     * @throws io.flashsale.client.ShopClientException if the sales or the shoppers cannot be made
     */
    public int run() {
        Instant end = Instant.now().plus(MAX_DURATION);
        List<SimulatedShopper> crowd = new ArrayList<>();
        while (crowd.size() < SHOPPERS && Instant.now().isBefore(end)) {
            crowd.addAll(admin.shoppers(SHOPPERS_A_CALL).orThrow());
        }
        int bought = 0;
        for (int i = 0; i < SALES && Instant.now().isBefore(end); i++) {
            bought += buy(sale(end.plusSeconds(5)), crowd, end);
        }
        return bought;
    }

    private long sale(Instant closes) {
        long product = admin.products().orThrow().stream()
                .filter(known -> known.name().equals(TITLE))
                .map(Product::id)
                .findFirst()
                .orElseGet(this::product);
        Instant end = closes.truncatedTo(ChronoUnit.MILLIS);
        return admin.create(new NewSale(product, TITLE, 100, null, SHOPPERS, null, end, null, null, null))
                .orThrow()
                .id();
    }

    private long product() {
        String description =
                "Bought by the launcher after each start, so that the first crowd finds everything compiled.";
        return admin.create(new NewProduct(TITLE, description, "/images/products/unknown.svg"))
                .orThrow()
                .id();
    }

    /** Returns the number of purchases. */
    private int buy(long sale, List<SimulatedShopper> crowd, Instant end) {
        List<Callable<Boolean>> clicks = crowd.stream()
                .<Callable<Boolean>>map(shopper -> () -> Instant.now().isBefore(end) && buys(sale, shopper))
                .toList();
        try {
            return Collections.frequency(ShopperCrowd.atOnce(BUYERS_AT_A_TIME, clicks), true);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private boolean buys(long sale, SimulatedShopper shopper) {
        try {
            return shop.shopper(shopper.token()).reserve(sale) instanceof Reply.Success<QueuedOrder>;
        } catch (NoAnswerException tooSlow) {
            return false; // slow code is the reason for the warm-up
        }
    }
}
