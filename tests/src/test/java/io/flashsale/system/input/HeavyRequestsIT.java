package io.flashsale.system.input;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.Answer;
import io.flashsale.client.crowd.Retries;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.input.HeavyRequests.Sender;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends large and slow requests from sixty and six hundred callers while a crowd buys.
 *
 * <p>The callers start together and repeat until the crowd ends. The limits are those of the demo, except the
 * limit per address, which would refuse the callers, and the gateway's patience with stock-service. So a click that
 * the gateway refuses was refused because of the callers, however slow the machine is.
 */
@Tag("weekly")
class HeavyRequestsIT {

    /** Enough that the slowest hundredth is no accident. */
    private static final int CLICKS = 1_500;

    private static final int PER_SECOND = 75;

    /** Clicks in flight at most. Only a slow machine has so many: further shoppers wait, which their times show. */
    private static final int IN_FLIGHT = 64;

    /** Stock-service's own answers while Redis or Kafka is slow; a shopper then clicks again. */
    private static final Set<String> OF_SLOW_SERVERS = Set.of("sale-warming-up", "queue-unavailable");

    /** Each round runs once without callers and once with them, so that other load on the machine affects both. */
    private static final int ROUNDS = 3;

    /** Rounds that do not count, with the largest number of callers. */
    private static final int WARM_UPS = 3;

    /** The delay after the crowd's first click. */
    private static final Duration CALLERS_COME_AFTER = Duration.ofSeconds(2);

    /** Time for the threads of all shoppers to start. */
    private static final Duration THREADS_START = Duration.ofMillis(200);

    /** Before a shopper clicks again. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    private record Click(String answer, long nanos) {}

    /** The result of all clicks. */
    private record Outcome(List<Click> clicks) {

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

    @AutoClose
    private static final RunningSystem system = RunningSystem.startOptimised(
            RunningSystem.servers("heavy").mariaDb().redis().kafka(),
            EnumSet.of(ServiceName.GATEWAY, ServiceName.STOCK, ServiceName.ORDER, ServiceName.CONTROL_ROOM),
            HeavyRequestsIT::waitForStockService);

    private final Semaphore places = new Semaphore(IN_FLIGHT, true);
    private final Shop shop = system.shop;
    private final JavaService gateway = system.services.service(ServiceName.GATEWAY);

    private static void waitForStockService(FlashSaleSystemBuilder wiring) {
        for (String limit : List.of("UPSTREAM_CONNECT_TIMEOUT", "UPSTREAM_RESPONSE_TIMEOUT", "ADMISSION_MAX_WAIT")) {
            wiring.environment(ServiceName.GATEWAY, "FLASHSALE_GATEWAY_" + limit, Shop.SOON.toString());
        }
    }

    @Test
    void shouldNotBeNoticedByACrowdThatBuys() throws Exception {
        List<User> users = shop.crowd(CLICKS);
        String shopper = shop.user().token();
        List<Sender> senders = List.of(
                new Sender("a stranger", "", "/api/login"),
                new Sender("a stranger", "", "/api/lab/audit/1"),
                new Sender("a shopper", shopper, "/api/orders/1/payment"),
                new Sender("a shopper", shopper, "/api/lab/audit/1"),
                new Sender("an administrator", shop.admin().token(), "/api/lab/audit/1"));
        long process = gateway.pid();
        buy(users, 2 * PER_SECOND, () -> {}); // the gateway knows their tokens from now on
        for (int i = 0; i < WARM_UPS; i++) {
            besides(600, senders, users); // the JIT compilers also have to see the code that refuses them
        }
        for (int round = 0; round < ROUNDS; round++) {
            show("nobody else", buy(users, PER_SECOND, () -> {}));
            for (int callers : List.of(60, 600)) {
                besides(callers, senders, users);
            }
        }
        assertThat(gateway.pid()).isEqualTo(process);
        assertThat(Files.readString(gateway.logFile())).doesNotContain("OutOfMemoryError");
    }

    private void besides(int callers, List<Sender> senders, List<User> users) throws Exception {
        try (HeavyRequests heavy = new HeavyRequests(URI.create(system.services.gatewayUrl()), callers, senders)) {
            show(callers + " callers", buy(users, PER_SECOND, heavy::comeAtOnce));
            Map<String, Long> ends = heavy.goHome();
            System.out.println("HeavyRequestsIT: " + ends);
            assertThat(ends.keySet())
                    .as("each is told that it is wrong, or closed; some are told to wait")
                    .allMatch(end -> end.matches(".*: (4..|503|closed)"));
            assertThat(ends.keySet())
                    .as("each kind has been turned away")
                    .anyMatch(end -> end.startsWith("LARGE_BODY of a stranger"))
                    .anyMatch(end -> end.startsWith("LARGE_BODY of a shopper"))
                    .anyMatch(end -> end.startsWith("SLOW_HEADERS"))
                    .anyMatch(end -> end.startsWith("SLOW_BODY"));
        }
    }

    /** Four of five shoppers get a unit, and the rest are told that the sale is sold out. */
    private Outcome buy(List<User> users, int perSecond, Runnable meanwhile) {
        int units = users.size() * 4 / 5;
        long sale = shop.openSale(units);
        User first = users.getFirst();
        assertThat(shop.buy(sale, first)).isNotEmpty();
        Thread.startVirtualThread(() -> {
            LockSupport.parkNanos(CALLERS_COME_AFTER.toNanos());
            meanwhile.run();
        });
        Outcome outcome = clickSteadily(sale, users.subList(1, users.size()), perSecond);
        assertThat(outcome.answers())
                .containsEntry("bought", units - 1L)
                .containsEntry("409 sold-out", (long) users.size() - units)
                .hasSize(2);
        return outcome;
    }

    /**
     * Shoppers who click once each at a fixed rate, whether or not earlier clicks have been answered (an open model),
     * as long as fewer than {@link #IN_FLIGHT} have not.
     *
     * <p>An answer's time counts from when its click was due, so it includes the wait behind a slow answer.
     */
    private Outcome clickSteadily(long sale, List<User> users, int perSecond) {
        long begin = System.nanoTime() + THREADS_START.toNanos();
        long pause = Duration.ofSeconds(1).toNanos() / perSecond;
        return new Outcome(Shop.atOnce(
                users.size(),
                IntStream.range(0, users.size())
                        .<Callable<Click>>mapToObj(i -> () -> click(sale, users.get(i), begin + i * pause))
                        .toList()));
    }

    private Click click(long sale, User user, long due) throws InterruptedException {
        LockSupport.parkNanos(due - System.nanoTime());
        places.acquire();
        try {
            Optional<Answer> answer = Retries.until(
                    given -> given.filter(HeavyRequestsIT::isOfSlowServers).isEmpty(),
                    Shop.SOON,
                    PAUSE,
                    () -> shop.tryToReserve(sale, user));
            return new Click(answer.map(HeavyRequestsIT::kindOf).orElse("no answer"), System.nanoTime() - due);
        } finally {
            places.release();
        }
    }

    private static boolean isOfSlowServers(Answer answer) {
        return OF_SLOW_SERVERS.contains(answer.problem());
    }

    private static String kindOf(Answer answer) {
        return answer.orderId().isEmpty() ? answer.status() + " " + answer.problem() : "bought";
    }

    private static void show(String beside, Outcome outcome) {
        System.out.printf(
                Locale.ROOT,
                "HeavyRequestsIT: beside %s %s, p50 %.1f ms, p99 %.1f ms, longest %.1f ms%n",
                beside,
                outcome.answers(),
                outcome.millis(50),
                outcome.millis(99),
                outcome.millis(100));
    }
}
