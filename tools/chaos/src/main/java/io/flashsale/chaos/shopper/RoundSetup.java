package io.flashsale.chaos.shopper;

import io.flashsale.chaos.CannotTestException;
import io.flashsale.client.AdminClient;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.ShopClientException;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.coupon.Discount;
import io.flashsale.client.coupon.NewCouponTemplate;
import io.flashsale.client.crowd.Retries;
import io.flashsale.client.sale.NewSale;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The data of a round: sales, a coupon template, and new shoppers.
 *
 * @param probeSale another sale, with one unit for the last shopper
 */
public record RoundSetup(
        AdminClient admin, List<Long> sales, long probeSale, long template, List<SimulatedShopper> shoppers) {

    private static final Duration SETUP_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int FEW = 8;

    /**
     * @param buckets of each sale
     * @throws CannotTestException if the healthy shop does not make them within five minutes
     */
    public static RoundSetup prepare(ShopClient shop, int shoppers, int buckets) throws InterruptedException {
        String token = withRetries(() -> shop.logIn("admin", "admin-demo")).token();
        AdminClient admin = shop.administrator(token);
        List<Long> sales = List.of(
                sale(
                        admin,
                        NewSale.openNow("Chaos, few", RoundWorkload.PRICES.getFirst(), RoundWorkload.UNITS.getFirst()),
                        buckets),
                sale(
                        admin,
                        NewSale.openNow("Chaos, more", RoundWorkload.PRICES.getLast(), RoundWorkload.UNITS.getLast()),
                        buckets));
        long probeSale = sale(admin, NewSale.openNow("Chaos, one", 3_000, 1), buckets);
        Instant now = Instant.now();
        NewCouponTemplate coupons = new NewCouponTemplate(
                "Chaos", Discount.amount(100), RoundWorkload.COUPONS, 1, now.minusSeconds(60), now.plusSeconds(86_400));
        long template = withRetries(() -> admin.create(coupons)).id();
        return new RoundSetup(admin, sales, probeSale, template, shoppers(admin, shoppers + 1));
    }

    /** A few a call, because a busy machine signs many tokens more slowly than the gateway waits for the first one. */
    private static List<SimulatedShopper> shoppers(AdminClient admin, int count) throws InterruptedException {
        List<SimulatedShopper> made = new ArrayList<>();
        while (made.size() < count) {
            int more = Math.min(FEW, count - made.size());
            made.addAll(withRetries(() -> admin.shoppers(more)));
        }
        return made;
    }

    private static long sale(AdminClient admin, NewSale sale, int buckets) throws InterruptedException {
        return withRetries(() -> admin.create(buckets == 1 ? sale : sale.inBuckets(buckets)))
                .id();
    }

    private static <T> T withRetries(Supplier<Reply<T>> call) throws InterruptedException {
        AtomicReference<String> failure = new AtomicReference<>("");
        Optional<T> made = Retries.<Optional<T>>until(Optional::isPresent, SETUP_TIMEOUT, PAUSE, () -> {
            try {
                return Optional.of(call.get().orThrow());
            } catch (ShopClientException failed) {
                failure.set(String.valueOf(failed.getMessage()));
                return Optional.empty();
            }
        });
        return made.orElseThrow(() -> new CannotTestException("The round cannot be prepared: " + failure));
    }

    /** All sales, including the one that the crowd does not visit. */
    public List<Long> allSales() {
        return Stream.concat(sales.stream(), Stream.of(probeSale)).toList();
    }

    /** The key in Redis of the first sale's gate, or of its first bucket's gate. */
    public String gateKey() {
        return "{s" + sales.getFirst() % 16 + "}:sale:" + sales.getFirst();
    }
}
