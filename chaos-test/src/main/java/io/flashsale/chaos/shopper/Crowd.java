package io.flashsale.chaos.shopper;

import static io.flashsale.chaos.shopper.Step.Action.CANCEL;
import static io.flashsale.chaos.shopper.Step.Action.CLAIM;
import static io.flashsale.chaos.shopper.Step.Action.DOUBLE_CLICK;
import static io.flashsale.chaos.shopper.Step.Action.PAY;
import static io.flashsale.chaos.shopper.Step.Action.PAY_AND_CANCEL;
import static io.flashsale.chaos.shopper.Step.Action.PAY_TWICE;
import static io.flashsale.chaos.shopper.Step.Action.PAY_WITH_COUPON;
import static io.flashsale.chaos.shopper.Step.Action.PAY_WITH_COUPON_TWICE;
import static io.flashsale.chaos.shopper.Step.Action.RESERVE;

import io.flashsale.chaos.shopper.Step.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The shoppers of a round and what is on offer; the same seed and length give the same crowd.
 *
 * <p>Two thirds of the shoppers come evenly, the others in two bursts. They want more than there is.
 */
public record Crowd(List<Script> scripts, List<Restock> restocks) {

    /** The initial units of each sale, and of the coupons. */
    public static final List<Integer> UNITS = List.of(60, 120);

    public static final int COUPONS = 60;

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

    public Crowd {
        scripts = List.copyOf(scripts);
        restocks = List.copyOf(restocks);
    }

    /** @param millis the time in which shoppers come */
    public static Crowd of(long seed, int shoppers, long millis) {
        Random random = new Random(seed);
        long[] bursts = {millis / 8 + random.nextLong(millis / 4), millis / 2 + random.nextLong(millis / 4)};
        List<Script> scripts = new ArrayList<>();
        for (int i = 0; i < shoppers; i++) {
            long start = i % 3 == 2 ? bursts[i / 3 % 2] : random.nextLong(millis);
            scripts.add(new Script(random.nextInt(UNITS.size()), start, steps(random)));
        }
        List<Restock> restocks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            restocks.add(new Restock(i % UNITS.size(), random.nextLong(millis), 5 + random.nextInt(20)));
        }
        return new Crowd(scripts, restocks);
    }

    private static List<Step> steps(Random random) {
        return STORIES.get(random.nextInt(STORIES.size())).stream()
                .map(action ->
                        new Step(action, random.nextLong(600), 6 + random.nextInt(6), 300 + random.nextLong(900)))
                .toList();
    }
}
