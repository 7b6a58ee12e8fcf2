package io.flashsale.system.fault;

import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Shoppers who click in turn over a few connections, at a steady pace, while a test breaks something.
 *
 * <p>They click on *buy*, or run the given call. A shopper without a decision clicks again. The crowd records
 * every click.
 */
final class BuyingCrowd implements AutoCloseable {

    private static final int CONNECTIONS = 8;
    private static final Duration PACE = Duration.ofMillis(20);
    private static final Duration TIMEOUT = Shop.SOON;

    private final Function<User, Optional<Answer>> doing;
    private final Duration pace;
    private final long start = System.nanoTime();
    private final AtomicInteger decided = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Click> clicks = new ConcurrentLinkedQueue<>();
    private final ShopperCrowd<Boolean> running;

    /**
     * One click of one shopper.
     *
     * @param begin milliseconds since the start of the crowd
     * @param status 0 if no answer arrived
     */
    record Click(User user, long begin, long end, int status, String orderId) {

        /** An order that was accepted before the crowd came. */
        static Click accepted(User user, String orderId) {
            return new Click(user, 0, 0, 202, orderId);
        }

        /** Whether this click told the shopper if they have a unit, or have paid for it. */
        boolean isDecided() {
            return status == 202 || status == 200 || status == 409;
        }
    }

    BuyingCrowd(Shop shop, long sale, List<User> users) {
        this(shop, sale, users, PACE);
    }

    /** @param pace the pause of each connection after a click */
    BuyingCrowd(Shop shop, long sale, List<User> users, Duration pace) {
        this(users, pace, user -> shop.tryToReserve(sale, user));
    }

    /** @param doing one click of a user; empty if no answer arrived */
    BuyingCrowd(List<User> users, Duration pace, Function<User, Optional<Answer>> doing) {
        this.doing = doing;
        this.pace = pace;
        this.running = ShopperCrowd.start(
                CONNECTIONS,
                users.stream().<Callable<Boolean>>map(user -> () -> buy(user)).toList());
    }

    /** Milliseconds since the start of the crowd. */
    long millis() {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    private boolean buy(User user) {
        long until = System.nanoTime() + TIMEOUT.toNanos();
        while (!stopped.get() && System.nanoTime() < until) {
            Click click = click(user);
            clicks.add(click);
            LockSupport.parkNanos(pace.toNanos());
            if (click.isDecided()) {
                decided.incrementAndGet();
                return true;
            }
        }
        return false;
    }

    private Click click(User user) {
        long begin = millis();
        Optional<Answer> answer = doing.apply(user);
        return new Click(
                user,
                begin,
                millis(),
                answer.map(Answer::status).orElse(0),
                answer.map(Answer::orderId).orElse(""));
    }

    /** Whether any shopper is still undecided. */
    boolean isBuying() {
        return !running.isDone();
    }

    /** Waits until this many shoppers have a decision. */
    void awaitDecided(int shoppers) {
        await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(5)).until(() -> decided.get() >= shoppers);
    }

    /** Lets the crowd click for this long. */
    void keepsBuyingFor(Duration time) {
        long end = millis() + time.toMillis();
        await().atMost(time.plus(TIMEOUT)).pollInterval(Duration.ofMillis(20)).until(() -> millis() >= end);
    }

    /** Waits for all shoppers and returns every click, roughly ordered by end. */
    List<Click> awaitEnd() {
        try {
            running.awaitEnd();
            return List.copyOf(clicks);
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    /** The time from the fault to the first answer with this status to a click that began after the fault. */
    static Duration untilAnswered(int status, List<Click> clicks, long faultAt) {
        return Duration.ofMillis(clicks.stream()
                        .filter(click -> click.status() == status && click.begin() >= faultAt)
                        .mapToLong(Click::end)
                        .min()
                        .orElseThrow(() -> new AssertionError("no click was answered " + status + " any more"))
                - faultAt);
    }

    /** Stops the remaining shoppers. */
    @Override
    public void close() {
        stopped.set(true);
        awaitEnd();
    }
}
