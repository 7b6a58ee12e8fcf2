package io.flashsale.devstack.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.BackingServices;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.DevStackBuilder;
import io.flashsale.devstack.system.FlashSaleSystem;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With replicas, the target "redis" is the server that is the master when it is broken. */
@Tag("weekly")
class ReplicatedRedisFaultsIT {

    static {
        RedisServer.takeForDeadOnlyAfter(Duration.ofSeconds(10));
    }

    private static final Duration SOON = Duration.ofMinutes(10);

    @Test
    void shouldFailOverKillAndWipeTheMasterThatSentinelsChose() {
        on(DevStack.in(Scratch.directory("faults-sentinels")).redisWithSentinels(), stack -> {
            Faults faults = faultsOf(stack);
            assertThat(faults.targets())
                    .extracting(FaultTarget::name)
                    .contains("redis", "redis-1", "redis-2", "redis-3", "sentinel-1");
            Set<String> first = awaitMasters(stack, now -> now.size() == 1);
            assertThat(first).containsExactly("redis-1");

            // Sentinels that have just started know no replica to promote.
            await().atMost(SOON)
                    .until(() -> faults.breakIt("redis", FaultKind.FAIL_OVER) instanceof Faults.Outcome.Injected);
            Set<String> second = awaitMasters(stack, now -> now.size() == 1 && !now.equals(first));

            assertThat(faults.breakIt("redis", FaultKind.KILL)).isInstanceOf(Faults.Outcome.Injected.class);
            String dead = faults.injected().getFirst().broken();
            assertThat(second).containsExactly(dead);
            assertThat(faults.breakIt(dead, FaultKind.PAUSE)).isInstanceOf(Faults.Outcome.AlreadyBroken.class);
            awaitMasters(stack, now -> now.size() == 1);
            faults.heal();
            await().atMost(SOON).until(() -> !faults.isBroken(dead));
            // Without a connected replica the master takes no writes, and a wipe is one.
            await().atMost(SOON)
                    .until(() -> faults.breakIt("redis", FaultKind.WIPE) instanceof Faults.Outcome.Injected);
        });
    }

    @Test
    void shouldReplaceEachMasterOfACluster() {
        on(DevStack.in(Scratch.directory("faults-cluster")).redisCluster(), stack -> {
            Set<String> before = awaitMasters(stack, now -> now.size() == 3);
            assertThat(faultsOf(stack).breakIt("redis", FaultKind.FAIL_OVER))
                    .isInstanceOf(Faults.Outcome.Injected.class);
            awaitMasters(stack, now -> now.size() == 3 && now.stream().noneMatch(before::contains));
        });
    }

    private static void on(DevStackBuilder servers, Consumer<DevStack> test) {
        try (DevStack stack = servers.start()) {
            test.accept(stack);
        }
    }

    private static Faults faultsOf(DevStack stack) {
        SqlDatabase none = new SqlDatabase("flashsale_none", "jdbc:none", "flashsale", "secret");
        BackingServices backends = new BackingServices(none, none, none, none, stack.redisDeployment(), "127.0.0.1:1");
        FlashSaleSystem services =
                FlashSaleSystem.on(backends, stack.directory()).build();
        return new Faults(stack, null, services, Runnable::run);
    }

    /** Looks again when a server closes its connections, as one does that gets another role. */
    private static Set<String> awaitMasters(DevStack stack, Predicate<Set<String>> wanted) {
        return await().atMost(SOON)
                .ignoreException(UncheckedIOException.class)
                .until(() -> masters(stack), wanted::test);
    }

    private static Set<String> masters(DevStack stack) {
        return stack.servers(RedisServer.class).stream()
                .filter(RedisServer::isServing)
                .filter(server -> server.info("role").equals("master"))
                .map(RedisServer::name)
                .collect(Collectors.toSet());
    }
}
