package io.flashsale.system.alert;

import static io.flashsale.system.harness.Shop.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.system.alert.Scenario.Remedy;
import io.flashsale.system.harness.Meters;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.Answer;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.WaitingRoom;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A process hangs or is gone, and shoppers notice. */
final class AvailabilityScenarios {

    /** Enough for the gateway's breaker, which looks at ten calls at least, and few enough for its limit of one user's. */
    private static final int CALLERS = 20;

    /** More than two calls with a group of 128 each take along. */
    private static final int CROWD = 500;

    private static final int WAITING = 150;

    private AvailabilityScenarios() {}

    /**
     * coupon-service hangs, and whoever asks the gateway for his coupons again and again is told 504, and 503 once the gateway leaves
     * it alone. It goes on.
     */
    static Remedy couponServiceHangs(RunningSystem system) {
        User user = system.shop.users(1).getFirst();
        system.couponService().pause();
        RepeatedCalls calls = new RepeatedCalls(CALLERS, () -> coupons(system, user));
        try {
            await().atMost(SOON).until(() -> calls.statuses().size() > 2 * CALLERS);
            assertThat(calls.statuses()).containsOnly(503, 504);
            return () -> {
                system.couponService().resume();
                await().atMost(SOON).until(() -> coupons(system, user).status() == 200); // nor is the breaker open then
                calls.close();
            };
        } catch (RuntimeException | Error fault) {
            calls.close();
            throw fault;
        }
    }

    private static Answer coupons(RunningSystem system, User user) {
        return system.shop.callOnce("GET", "/api/coupons/mine", user, "");
    }

    /** coupon-service is killed. It is started again. */
    static Remedy couponServiceIsKilled(RunningSystem system) {
        system.couponService().kill();
        return system.couponService()::start;
    }

    /** stock-service hangs with two groups of a crowd; some of those behind them wait for too long. It goes on. */
    static Remedy aCrowdWaitsForAStockServiceThatHangs(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(CROWD);
        List<User> crowd = shop.crowd(CROWD);
        system.stockService().pause();
        CompletableFuture<List<Answer>> clicks = CompletableFuture.supplyAsync(
                () -> shop.stampedeThroughFaults(sale, crowd, CROWD),
                task -> Thread.ofVirtual().start(task));
        return () -> {
            system.stockService().resume();
            clicks.join();
        };
    }

    /** Redis hangs. It goes on. */
    static Remedy redisHangs(RunningSystem system) {
        return hangs(system.stack.redis());
    }

    /** MySQL hangs while places of a queue are being served. It goes on. */
    static Remedy mySqlHangsWhileAQueueIsServed(RunningSystem system) {
        WaitingRoom room = WaitingRoom.of(
                system.shop, "QUEUE", 2 * WAITING, 1, Instant.now().plusSeconds(3_600));
        room.enter(system.shop.crowd(WAITING), 16);
        room.open();
        Meters.awaitPositive(system.stockService(), "flashsale_entry_waiting");
        return hangs(system.stack.database());
    }

    private static Remedy hangs(ManagedProcess server) {
        server.pause();
        return server::resume;
    }
}
