package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.client.NoAnswerException;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shoppers wait under two gateways and two instances of stock-service while a Redis master dies: units go to them in the
 * order in which they joined, and none to shoppers who click all the time.
 */
@Tag("long")
class WaitingListFailOverIT {

    private static final int UNITS = 3;
    private static final int WAITING = 6;
    private static final int FASTER = 4;
    private static final Duration PACE = Duration.ofMillis(100);

    @AutoClose
    private static final RunningSystem system = RunningSystem.start(
            RunningSystem.servers("waiting-list").mariaDb().redisWithSentinels().kafka(), RunningSystem.SELLING, 2);

    private final List<Shop> gateways = system.services.instances(ServiceName.GATEWAY).stream()
            .map(JavaService::url)
            .map(Shop::new)
            .toList();

    private final Shop shop = gateways.getFirst();
    private final long sale = shop.openSale(UNITS);
    private final List<User> users = shop.users(UNITS + WAITING + FASTER);
    private final List<User> holders = users.subList(0, UNITS);
    private final List<User> waiting = users.subList(UNITS, UNITS + WAITING);
    private final List<User> faster = users.subList(UNITS + WAITING, users.size());
    private final AtomicBoolean isOver = new AtomicBoolean();

    /** Each shopper asks at one of the gateways. */
    private Shop gatewayOf(int number) {
        return gateways.get(number % gateways.size());
    }

    private String path() {
        return "/api/sales/" + sale + "/waiting-list";
    }

    /** Those who wait, from the first to the last. Asked the other way round, so that nobody overtakes meanwhile. */
    private List<String> states() {
        List<String> states = new ArrayList<>();
        for (int i = WAITING - 1; i >= 0; i--) {
            Answer answer = gatewayOf(i).get(path(), waiting.get(i));
            states.add(answer.body().path("state").asString());
        }
        return states.reversed();
    }

    /** Fails as soon as anybody is served before somebody who joined earlier. */
    private void awaitStates(String... expected) {
        await().ignoreExceptionsInstanceOf(NoAnswerException.class).until(() -> {
            List<String> states = states();
            assertThat(states.stream().dropWhile(state -> !state.equals("WAITING")))
                    .as("%s", states)
                    .containsOnly("WAITING");
            return states.equals(Arrays.asList(expected));
        });
    }

    private List<CompletableFuture<Long>> startClicking() {
        List<CompletableFuture<Long>> clicks = new ArrayList<>();
        for (int i = 0; i < FASTER; i++) {
            Shop gateway = gatewayOf(i);
            User user = faster.get(i);
            clicks.add(Shop.inBackground(() -> {
                long bought = 0;
                while (!isOver.get()) {
                    Optional<Answer> answer = gateway.tryToReserve(sale, user);
                    bought += answer.filter(is -> !is.orderId().isEmpty()).stream()
                            .count();
                    LockSupport.parkNanos(PACE.toNanos());
                }
                return bought;
            }));
        }
        return clicks;
    }

    private void failOver() {
        RedisServer master = system.stack.redisServing(SystemRecords.key(sale));
        master.kill();
        await().ignoreExceptions()
                .until(() -> system.stack.redisServing(SystemRecords.key(sale)).port() != master.port());
        master.start(); // it becomes a replica of the new master
    }

    @Test
    void shouldKeepTheOrderWhileAReplicaTakesOver() {
        List<String> accepted = new ArrayList<>();
        holders.forEach(holder -> accepted.add(shop.buyAndAwaitPlacement(sale, holder)));
        for (int i = 0; i < WAITING; i++) {
            Answer joined = gatewayOf(i).post(path(), waiting.get(i));
            assertThat(joined.body().path("ahead").asInt()).as(joined.text()).isEqualTo(i);
        }

        List<CompletableFuture<Long>> clicks = startClicking();
        try {
            shop.cancel(accepted.get(0), holders.get(0));
            awaitStates("OFFERED", "WAITING", "WAITING", "WAITING", "WAITING", "WAITING");

            failOver();
            shop.cancel(accepted.get(1), holders.get(1));
            awaitStates("OFFERED", "OFFERED", "WAITING", "WAITING", "WAITING", "WAITING");
            accepted.add(buyAtTheOtherGateway(1));
            accepted.add(buyAtTheOtherGateway(0));

            shop.cancel(accepted.get(2), holders.get(2));
            awaitStates("BOUGHT", "BOUGHT", "OFFERED", "WAITING", "WAITING", "WAITING");
            accepted.add(buyAtTheOtherGateway(2));
        } finally {
            isOver.set(true);
        }
        assertThat(clicks.stream().map(CompletableFuture::join)).containsOnly(0L);
        awaitStates("BOUGHT", "BOUGHT", "BOUGHT", "WAITING", "WAITING", "WAITING");
        system.records.requireInvariants(sale, accepted);
        assertThat(system.records.active(sale)).isEqualTo(UNITS);
    }

    /** Repeats a click that is refused because the gate was rebuilt and does not have the offer yet. */
    private String buyAtTheOtherGateway(int number) {
        return await().ignoreExceptionsInstanceOf(NoAnswerException.class)
                .until(
                        () -> gatewayOf(number + 1)
                                .reserve(sale, waiting.get(number))
                                .orderId(),
                        order -> !order.isEmpty());
    }
}
