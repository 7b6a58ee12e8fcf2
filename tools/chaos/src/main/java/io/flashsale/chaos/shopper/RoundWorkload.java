package io.flashsale.chaos.shopper;

import static io.flashsale.chaos.shopper.ShopperScript.Action.CANCEL;
import static io.flashsale.chaos.shopper.ShopperScript.Action.CLAIM;
import static io.flashsale.chaos.shopper.ShopperScript.Action.DOUBLE_CLICK;
import static io.flashsale.chaos.shopper.ShopperScript.Action.PAY;
import static io.flashsale.chaos.shopper.ShopperScript.Action.PAY_AND_CANCEL;
import static io.flashsale.chaos.shopper.ShopperScript.Action.PAY_TWICE;
import static io.flashsale.chaos.shopper.ShopperScript.Action.PAY_WITH_COUPON;
import static io.flashsale.chaos.shopper.ShopperScript.Action.PAY_WITH_COUPON_TWICE;
import static io.flashsale.chaos.shopper.ShopperScript.Action.RESERVE;

import io.flashsale.chaos.shopper.ShopperScript.Action;
import io.flashsale.chaos.shopper.ShopperScript.ShopperStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The shoppers of a round and what is on offer; the same seed and length give the same crowd.
 *
 * <p>Two thirds of the shoppers come evenly, the others in two bursts. They want more than there is.
 */
public record RoundWorkload(List<ShopperScript> scripts, List<Restock> restocks, List<OfferChange> changes) {

    /** Units that the administrator adds once, whatever the answer is; {@code sale} is an index. */
    public record Restock(int sale, long at, long units) {}

    /** A new price and end of an open sale, which the administrator sets once; {@code sale} is an index. */
    public record OfferChange(int sale, long at, long priceCents, int days) {}

    /** The first price of each sale. */
    static final List<Long> PRICES = List.of(1_000L, 2_000L);

    /** The initial units of each sale, and of the coupons. */
    public static final List<Integer> UNITS = List.of(60, 120);

    public static final int COUPONS = 60;

    /** Separates their generator from that of the shoppers, who do not depend on them. */
    private static final long OF_CHANGES = 0x27BB2EE687B0B0FDL;

    /** What a shopper may do; each story is equally likely. */
    private static final List<List<Action>> STORIES = List.of(
            List.of(RESERVE, PAY),
            List.of(DOUBLE_CLICK, PAY),
            List.of(DOUBLE_CLICK, PAY_TWICE),
            List.of(RESERVE, CANCEL),
            List.of(RESERVE, CANCEL, RESERVE, PAY),
            List.of(RESERVE, PAY_AND_CANCEL),
            List.of(CLAIM, RESERVE, PAY_WITH_COUPON),
            List.of(CLAIM, DOUBLE_CLICK, PAY_WITH_COUPON, PAY),
            List.of(CLAIM, RESERVE, PAY_WITH_COUPON_TWICE),
            List.of(RESERVE));

    public RoundWorkload {
        scripts = List.copyOf(scripts);
        restocks = List.copyOf(restocks);
        changes = List.copyOf(changes);
    }

    /** @param millis the time in which shoppers come */
    public static RoundWorkload of(long seed, int shoppers, long millis) {
        Random random = new Random(seed);
        long[] bursts = {millis / 8 + random.nextLong(millis / 4), millis / 2 + random.nextLong(millis / 4)};
        List<ShopperScript> scripts = new ArrayList<>();
        for (int i = 0; i < shoppers; i++) {
            long start = i % 3 == 2 ? bursts[i / 3 % 2] : random.nextLong(millis);
            scripts.add(new ShopperScript(random.nextInt(UNITS.size()), start, steps(random)));
        }
        List<Restock> restocks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            restocks.add(new Restock(i % UNITS.size(), random.nextLong(millis), 5 + random.nextInt(20)));
        }
        return new RoundWorkload(scripts, restocks, changes(new Random((seed + 1) * OF_CHANGES), millis));
    }

    private static List<OfferChange> changes(Random random, long millis) {
        List<OfferChange> changes = new ArrayList<>();
        for (int sale = 0; sale < UNITS.size(); sale++) {
            long price = PRICES.get(sale) - 1 - random.nextInt(500); // not above the list price
            changes.add(new OfferChange(sale, random.nextLong(millis), price, 1 + random.nextInt(5)));
        }
        return changes;
    }

    private static List<ShopperStep> steps(Random random) {
        return STORIES.get(random.nextInt(STORIES.size())).stream()
                .map(action -> new ShopperStep(
                        action, random.nextLong(600), 6 + random.nextInt(6), 300 + random.nextLong(900)))
                .toList();
    }
}
