package io.flashsale.system.input;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Shoppers who click once each at a fixed rate, whether or not earlier clicks have been answered (an open
 * model).
 *
 * <p>An answer's time counts from when its click was due, so it includes the wait behind a slow answer.
 */
final class SteadyCrowd {

    /** Time for the threads of all shoppers to start. */
    private static final Duration THREADS_START = Duration.ofMillis(200);

    private SteadyCrowd() {}

    /** The result of all clicks. */
    record Outcome(List<Click> clicks) {

        /** The number of answers of each kind. */
        Map<String, Long> answers() {
            return clicks.stream().collect(groupingBy(Click::answer, TreeMap::new, counting()));
        }

        /** The given percentile of the answers' times, in milliseconds. */
        double millis(double percentile) {
            List<Long> sorted = clicks.stream().map(Click::nanos).sorted().toList();
            int rank = (int) Math.ceil(percentile / 100 * sorted.size());
            return sorted.get(Math.max(rank, 1) - 1) / 1e6;
        }
    }

    private record Click(String answer, long nanos) {}

    static Outcome buy(Shop shop, long sale, List<User> users, int perSecond) {
        long begin = System.nanoTime() + THREADS_START.toNanos();
        long pause = Duration.ofSeconds(1).toNanos() / perSecond;
        return new Outcome(Shop.atOnce(
                users.size(),
                IntStream.range(0, users.size())
                        .<Callable<Click>>mapToObj(i -> () -> click(shop, sale, users.get(i), begin + i * pause))
                        .toList()));
    }

    private static Click click(Shop shop, long sale, User user, long due) {
        LockSupport.parkNanos(due - System.nanoTime());
        String answer = shop.tryToReserve(sale, user).map(SteadyCrowd::named).orElse("no answer");
        return new Click(answer, System.nanoTime() - due);
    }

    private static String named(Answer answer) {
        return (answer.status() + " " + answer.problem()).strip();
    }
}
