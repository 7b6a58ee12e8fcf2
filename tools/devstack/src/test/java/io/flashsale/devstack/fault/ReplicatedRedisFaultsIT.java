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
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With replicas, the target "redis" is the server that is the master when it is broken. */
@Tag("long")
class ReplicatedRedisFaultsIT {

    private static final Duration SOON = Duration.ofMinutes(2);

    @Test
    void shouldFailOverKillAndWipeTheMasterThatSentinelsChose() {
        on(DevStack.in(Scratch.directory("faults-sentinels")).redisWithSentinels(), stack -> {
            Faults faults = faultsOf(stack);
            assertThat(faults.targets())
                    .extracting(FaultTarget::name)
                    .contains("redis", "redis-1", "redis-2", "redis-3", "sentinel-1");
            Set<String> first = masters(stack);
            assertThat(first).containsExactly("redis-1");

            // Sentinels that have just started know no replica to promote.
            await().atMost(SOON)
                    .until(() -> faults.breakIt("redis", FaultKind.FAIL_OVER) instanceof Faults.Outcome.Injected);
            await().atMost(SOON)
                    .until(() -> masters(stack).size() == 1 && !masters(stack).equals(first));
            Set<String> second = masters(stack);

            assertThat(faults.breakIt("redis", FaultKind.KILL)).isInstanceOf(Faults.Outcome.Injected.class);
            String dead = faults.injected().getFirst().broken();
            assertThat(second).containsExactly(dead);
            assertThat(faults.breakIt(dead, FaultKind.PAUSE)).isInstanceOf(Faults.Outcome.AlreadyBroken.class);
            await().atMost(SOON).until(() -> masters(stack).size() == 1);
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
            Set<String> before = masters(stack);
            assertThat(before).hasSize(3);
            assertThat(faultsOf(stack).breakIt("redis", FaultKind.FAIL_OVER))
                    .isInstanceOf(Faults.Outcome.Injected.class);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(masters(stack)).hasSize(3).doesNotContainAnyElementsOf(before));
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

    private static Set<String> masters(DevStack stack) {
        List<RedisServer> servers = stack.servers().stream()
                .filter(RedisServer.class::isInstance)
                .map(RedisServer.class::cast)
                .toList();
        return servers.stream()
                .filter(RedisServer::isServing)
                .filter(server -> server.info("role").equals("master"))
                .map(RedisServer::name)
                .collect(Collectors.toSet());
    }
}
