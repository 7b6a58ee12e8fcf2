package io.flashsale.system.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.system.alert.AlertsIT.Remedy;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.ServiceMeters;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.TicketSale;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Scenarios in which a process hangs or dies and shoppers notice it. */
final class AvailabilityScenarios {

    /** Enough for the gateway's breaker, which needs at least ten calls, and below the gateway's limit for one user. */
    private static final int CALLERS = 20;

    /** Between an answer and the caller's next request. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** More than two calls can carry, with a group of 128 each. */
    private static final int CROWD = 500;

    private static final int WAITING = 150;

    /**
     * How long coupon-service is suspended each time, and runs in between. Callers who were answered at its resumption
     * come again a second later, and then wait for the next one for more than half a second.
     */
    private static final Duration SUSPENDED = Duration.ofMillis(1_500);

    private static final Duration RUNNING = Duration.ofMillis(300);

    private AvailabilityScenarios() {}

    /**
     * Suspends coupon-service while shoppers keep asking the gateway for their coupons.
     *
     * <p>They get 504, then 503 once the breaker is open. The remedy resumes coupon-service.
     */
    static Remedy couponServiceHangs(RunningSystem system) {
        User user = system.shop.user();
        system.couponService().pause();
        AtomicBoolean over = new AtomicBoolean();
        Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
        CompletableFuture<List<Boolean>> calls =
                callsUntil(over, () -> statuses.add(coupons(system, user).status()));
        try {
            await().until(() -> statuses.size() > 2 * CALLERS);
            assertThat(List.copyOf(statuses)).containsOnly(503, 504);
        } catch (RuntimeException | Error fault) {
            over.set(true);
            calls.join();
            throw fault;
        }
        return () -> {
            system.couponService().resume();
            await().until(() -> coupons(system, user).status() == 200); // nor is the breaker open then
            over.set(true);
            calls.join();
        };
    }

    /** Suspends coupon-service again and again, so that it answers, but slowly. The remedy ends this. */
    static Remedy couponServiceStutters(RunningSystem system) {
        User user = system.shop.user();
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Boolean> stutter = Shop.inBackground(() -> {
            while (!over.get()) {
                system.couponService().pause();
                LockSupport.parkNanos(SUSPENDED.toNanos());
                system.couponService().resume();
                LockSupport.parkNanos(RUNNING.toNanos());
            }
            return true;
        });
        CompletableFuture<List<Boolean>> calls = callsUntil(over, () -> coupons(system, user));
        return () -> {
            over.set(true);
            stutter.join();
            calls.join();
        };
    }

    /** Lets {@link #CALLERS} shoppers repeat this call, each with a pause, until it is over. */
    private static CompletableFuture<List<Boolean>> callsUntil(AtomicBoolean over, Runnable call) {
        Callable<Boolean> caller = () -> {
            while (!over.get()) {
                call.run();
                LockSupport.parkNanos(PAUSE.toNanos());
            }
            return true;
        };
        return Shop.inBackground(() -> Shop.atOnce(CALLERS, Collections.nCopies(CALLERS, caller)));
    }

    private static Answer coupons(RunningSystem system, User user) {
        return system.shop.getOnce("/api/coupons/mine", user);
    }

    /** Kills coupon-service. The remedy starts it again. */
    static Remedy couponServiceIsKilled(RunningSystem system) {
        system.couponService().kill();
        return system.couponService()::start;
    }

    /**
     * Suspends stock-service with two groups of a crowd in flight; some shoppers behind them time out. The
     * remedy resumes it.
     */
    static Remedy aCrowdWaitsForAStockServiceThatHangs(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(CROWD);
        List<User> crowd = shop.crowd(CROWD);
        system.stockService().pause();
        CompletableFuture<List<Answer>> clicks =
                Shop.inBackground(() -> shop.stampedeThroughFaults(sale, crowd, CROWD));
        return () -> {
            system.stockService().resume();
            clicks.join();
        };
    }

    /** Suspends Redis. The remedy resumes it. */
    static Remedy redisHangs(RunningSystem system) {
        return hangs(system.stack.redis());
    }

    /** Suspends MySQL while a queue is being served. The remedy resumes it. */
    static Remedy mySqlHangsWhileAQueueIsServed(RunningSystem system) {
        TicketSale room = TicketSale.of(
                system.shop, "QUEUE", 2 * WAITING, 1, Instant.now().plusSeconds(3_600));
        room.enter(system.shop.crowd(WAITING), 16);
        room.open();
        ServiceMeters.awaitPositive(system.stockService(), "flashsale_entry_waiting");
        return hangs(system.stack.database());
    }

    private static Remedy hangs(ManagedProcess server) {
        server.pause();
        return server::resume;
    }
}
