package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.Answer;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.DevStackBuilder;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.fault.BuyingCrowd.Click;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Redis master dies in the middle of a sale and a replica takes over: no accepted reservation is lost. */
@Tag("long")
class RedisFailOverIT {

    @Test
    @Tag("chaos")
    void shouldForgetNobodyWhenSentinelsPromoteAReplica() {
        sellThroughAFailOver("sentinel", DevStackBuilder::redisWithSentinels);
    }

    @Test
    void shouldForgetNobodyWhenAClusterReplacesAMaster() {
        sellThroughAFailOver("cluster", DevStackBuilder::redisCluster);
    }

    private static void sellThroughAFailOver(String name, UnaryOperator<DevStackBuilder> redis) {
        Path directory =
                Path.of("target/system-" + name + "-" + ProcessHandle.current().pid());
        RunningSystem system = RunningSystem.start(
                redis.apply(DevStack.in(directory).mariaDb()).kafka(),
                EnumSet.of(ServiceName.GATEWAY, ServiceName.STOCK, ServiceName.ORDER));
        try {
            sellThroughAFailOver(name, system);
            sellWithoutKafka(system);
        } finally {
            system.stop();
        }
    }

    private static void sellThroughAFailOver(String name, RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(400);
        List<User> users = shop.crowd(600);
        List<String> accepted = new ArrayList<>(Shop.orders(shop.stampede(sale, users.subList(0, 100), 16)));
        assertThat(accepted).hasSize(100);

        RedisServer master = system.stack.redisServing(SystemRecords.key(sale));
        List<Click> clicks;
        long killedAt;
        try (BuyingCrowd crowd = new BuyingCrowd(shop, sale, users.subList(100, 300))) {
            crowd.awaitDecided(20);
            master.kill();
            killedAt = crowd.millis(); // not earlier: answers of the dying Redis are no sales after the fault
            clicks = crowd.awaitEnd();
        }
        RecoveryFigure.FAIL_OVER_OF_REDIS.report(name, sellingAgain(clicks, killedAt));
        accepted.addAll(clicks.stream()
                .filter(click -> click.status() == 202)
                .map(Click::orderId)
                .toList());
        assertThat(system.stack.redisServing(SystemRecords.key(sale)).port()).isNotEqualTo(master.port());
        master.start(); // it becomes a replica of the new master

        // All shoppers ask again: undecided shoppers get a decision, accepted shoppers get the same answer as
        // before.
        List<Answer> again = shop.stampede(sale, users, 16);
        assertThat(again).allMatch(answer -> answer.status() == 202 || answer.status() == 409);
        accepted.addAll(Shop.accepted(again));
        system.records.requireInvariants(sale, accepted);
        assertThat(system.records.active(sale)).isEqualTo(400);
    }

    /** The time from the fault to the first acceptance of a click that began after the fault. */
    private static Duration sellingAgain(List<Click> clicks, long faultAt) {
        return Duration.ofMillis(clicks.stream()
                        .filter(click -> click.status() == 202 && click.begin() >= faultAt)
                        .mapToLong(Click::end)
                        .min()
                        .orElseThrow(() -> new AssertionError("nobody was accepted any more"))
                - faultAt);
    }

    /**
     * While Kafka is down, a replica must know each acceptance. If no replica answers either, shoppers are asked to
     * try again.
     */
    private static void sellWithoutKafka(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(50);
        List<User> users = shop.crowd(14);
        List<RedisServer> replicas = system.stack.servers().stream()
                .filter(RedisServer.class::isInstance)
                .map(RedisServer.class::cast)
                .filter(server -> server.info("role").equals("slave"))
                .toList();
        List<String> accepted = new ArrayList<>();
        List<Answer> undecided = new ArrayList<>();
        system.stack.kafka().stop();
        try {
            accepted.addAll(Shop.orders(shop.stampede(sale, users.subList(0, 10), 4)));
            assertThat(accepted).hasSize(10);
            replicas.forEach(RedisServer::pause);
            try {
                undecided.addAll(shop.singleClicks(sale, users.subList(10, 14), 4));
                // The latter on a machine so slow that the gateway has timed out first.
                assertThat(undecided).extracting(Answer::problem).isSubsetOf("queue-unavailable", "gateway-timeout");
            } finally {
                replicas.forEach(RedisServer::resume);
            }
        } finally {
            system.stack.kafka().start();
        }
        List<Answer> again = shop.stampede(sale, users, 4);
        assertThat(Shop.orders(again)).hasSize(14).containsAll(accepted);
        for (int i = 0; i < undecided.size(); i++) {
            if (undecided.get(i).problem().equals("queue-unavailable")) {
                assertThat(again.get(10 + i).problem()).isEqualTo("already-purchased");
            }
        }
        system.records.requireInvariants(sale, Shop.orders(again));
        assertThat(system.records.active(sale)).isEqualTo(14);
    }
}
